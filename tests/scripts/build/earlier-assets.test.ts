import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { copyEarlierAssets } from '#scripts/build/earlier-assets.ts';
import { day } from '#shared/dates/durations.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

const start = new Date('2026-03-01T12:00:00Z');
const later = (days: number) => new Date(start.getTime() + days * day);

const readRecord = async (folder: string): Promise<unknown> =>
  JSON.parse(await readFile(join(folder, 'earlier-assets.json'), 'utf8'));

test('a file that is no longer built is kept for 30 days with its compressed forms, and then removed', async () => {
  const files = {
    'one/client/assets/entry-AAAAAAAA.js': 'old',
    'one/client/assets/entry-AAAAAAAA.js.br': 'old in brotli',
    'one/maps/entry-AAAAAAAA.js.map': 'old map',
    ...{ 'two/maps/b-BBBBBBBB.js.map': '', 'three/maps/x': '', 'four/maps/x': '' },
    'one/public/fonts/letters-0123abcd.woff2': 'old font',
    'one/public/portraits/ananya-rao.svg': 'not hashed',
    'one/public/report-20250115.pdf': 'with a date',
    'one/public/portraits/ananya-20250115.svg': 'with a date',
    ...{
      'one/manifest.json': '{}',
      'two/client/assets/b-BBBBBBBB.js': '',
      'three/x': '',
      'four/x': '',
    },
  };
  const folder = await makeFolder(files);
  const [two, three, four] = [join(folder, 'two'), join(folder, 'three'), join(folder, 'four')];
  await copyEarlierAssets({ earlier: join(folder, 'one'), outDir: two }, start);
  expect(await readRecord(two)).toEqual({
    'client/assets/entry-AAAAAAAA.js': start.toISOString(),
    'public/fonts/letters-0123abcd.woff2': start.toISOString(),
  });
  expect(await readdir(join(two, 'public'))).toEqual(['fonts']);

  await copyEarlierAssets({ earlier: two, outDir: three }, later(29));
  const brotli = join(three, 'client/assets/entry-AAAAAAAA.js.br');
  expect(await readFile(brotli, 'utf8')).toBe('old in brotli');
  const map = join(three, 'maps/entry-AAAAAAAA.js.map');
  expect(await readFile(map, 'utf8')).toBe('old map');

  await copyEarlierAssets({ earlier: three, outDir: four }, later(31));
  expect(await readdir(join(four, 'client/assets'))).toEqual(['b-BBBBBBBB.js']);
  expect((await readdir(join(four, 'maps'))).sort()).toEqual(['b-BBBBBBBB.js.map', 'x']);
  expect(await readRecord(four)).toEqual({
    'client/assets/b-BBBBBBBB.js': later(29).toISOString(),
  });
});

test('after many builds in a short time the files of the last twenty are kept', async () => {
  const built = Array.from(
    { length: 26 },
    (_, index) => `${index}/client/assets/a-${String(index).padStart(8, '0')}.js`,
  );
  const folder = await makeFolder(Object.fromEntries(built.map((path) => [path, ''])));
  for (let index = 1; index <= 25; index += 1) {
    const [earlier, outDir] = [join(folder, String(index - 1)), join(folder, String(index))];
    await copyEarlierAssets({ earlier, outDir }, later(index / 25));
  }
  const names = await readdir(join(folder, '25/client/assets'));
  const left = built.slice(-21).map((path) => basename(path));
  expect(names.sort()).toEqual(left.sort());
});
