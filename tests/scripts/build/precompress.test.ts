import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { precompress } from '#scripts/build/precompress.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

const script = 'export const words = "the same words again and again";\n'.repeat(40);

test('every form of a file holds the file, and is smaller', async () => {
  const folder = await makeFolder({ 'deep/entry-AAAAAAAA.js': script });
  expect(await precompress(folder)).toBe(3);
  const read = (suffix: string) => readFile(join(folder, `deep/entry-AAAAAAAA.js${suffix}`));
  const [brotli, zstd, gzip] = [await read('.br'), await read('.zst'), await read('.gz')];
  expect(brotliDecompressSync(brotli).toString()).toBe(script);
  expect(zstdDecompressSync(zstd).toString()).toBe(script);
  expect(gunzipSync(gzip).toString()).toBe(script);
  for (const { length } of [brotli, zstd, gzip]) expect(length).toBeLessThan(script.length / 4);
});

test('a file that would not become smaller stays alone, and so do pictures and fonts', async () => {
  const files = { 'tiny-AAAAAAAA.js': 'a', 'mark.png': script, 'letters.woff2': script };
  const folder = await makeFolder(files);
  expect(await precompress(folder)).toBe(0);
  expect((await readdir(folder)).sort()).toEqual(Object.keys(files).sort());
});

test('a form that an earlier build made stays as it is', async () => {
  const folder = await makeFolder({ 'entry-AAAAAAAA.js': script });
  await writeFile(join(folder, 'entry-AAAAAAAA.js.br'), 'made before');
  expect(await precompress(folder)).toBe(2);
  expect(await readFile(join(folder, 'entry-AAAAAAAA.js.br'), 'utf8')).toBe('made before');
});
