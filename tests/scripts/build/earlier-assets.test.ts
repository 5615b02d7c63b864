import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyEarlierAssets } from '#scripts/build/earlier-assets.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

const day = 24 * 60 * 60 * 1000;
const start = new Date('2026-03-01T12:00:00Z');
const later = (days: number) => new Date(start.getTime() + days * day);

const readRecord = async (folder: string): Promise<unknown> =>
  JSON.parse(await readFile(join(folder, 'earlier-assets.json'), 'utf8'));

test('a file that is no longer built stays for 30 days with its compressed forms, and then is gone', async () => {
  const files = {
    'one/client/assets/entry-AAAAAAAA.js': 'old',
    'one/client/assets/entry-AAAAAAAA.js.br': 'old in brotli',
    'one/public/fonts/letters-0123abcd.woff2': 'old font',
    'one/public/portraits/ananya-rao.svg': 'not hashed',
    ...{ 'one/manifest.json': '{}', 'two/client/assets/b.js': '', 'three/x': '', 'four/x': '' },
  };
  const folder = await makeFolder(files);
  const [one = '', two = '', three = '', four = ''] = ['one', 'two', 'three', 'four'].map((name) =>
    join(folder, name),
  );
  await copyEarlierAssets({ earlier: one, outDir: two }, start);
  expect(await readRecord(two)).toEqual({
    'client/assets/entry-AAAAAAAA.js': start.toISOString(),
    'public/fonts/letters-0123abcd.woff2': start.toISOString(),
  });
  expect(await readdir(join(two, 'public'))).toEqual(['fonts']);

  await copyEarlierAssets({ earlier: two, outDir: three }, later(29));
  const brotli = join(three, 'client/assets/entry-AAAAAAAA.js.br');
  expect(await readFile(brotli, 'utf8')).toBe('old in brotli');

  await copyEarlierAssets({ earlier: three, outDir: four }, later(31));
  expect(await readdir(join(four, 'client/assets'))).toEqual(['b.js']);
  expect(await readRecord(four)).toEqual({ 'client/assets/b.js': later(29).toISOString() });
});

test('of many builds in a short time the last twenty stay', async () => {
  const folder = await makeFolder({ '0/client/assets/0.js': '' });
  for (let index = 1; index <= 25; index += 1) {
    const outDir = join(folder, String(index));
    await mkdir(join(outDir, 'client/assets'), { recursive: true });
    await writeFile(join(outDir, `client/assets/${index}.js`), '');
    const earlier = join(folder, String(index - 1));
    await copyEarlierAssets({ earlier, outDir }, later(index / 25));
  }
  const names = await readdir(join(folder, '25/client/assets'));
  expect(names.map((name) => Number.parseInt(name, 10)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 21 }, (_, index) => index + 5),
  );
});
