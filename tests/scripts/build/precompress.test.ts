import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { precompress } from '#scripts/build/precompress.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

const script = 'export const words = "the same words again and again";\n'.repeat(40);

test('every compressed form has the content of its file and is smaller; tiny files, pictures and fonts have none', async () => {
  const alone = { 'tiny-AAAAAAAA.js': 'a', 'mark.png': script, 'letters.woff2': script };
  const folder = await makeFolder({ ...alone, 'deep/entry-AAAAAAAA.js': script });
  await precompress(folder);
  expect((await readdir(folder)).sort()).toEqual(['deep', ...Object.keys(alone)].sort());
  for (const [suffix, decompress] of Object.entries({ br: brotliDecompressSync, gz: gunzipSync })) {
    const bytes = await readFile(join(folder, `deep/entry-AAAAAAAA.js.${suffix}`));
    expect(decompress(bytes).toString()).toBe(script);
    expect(bytes.length).toBeLessThan(script.length / 4);
  }
});

test('compressing many files needs little memory', async () => {
  const names = Array.from({ length: 16 }, () => randomUUID()); // Random, so that no earlier run has compressed them.
  const folder = await makeFolder(Object.fromEntries(names.map((name) => [`${name}.js`, name])));
  const before = process.resourceUsage().maxRSS;
  await precompress(folder);
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(250_000); // kB
});
