import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { listPackages, listShipped, writeLicences } from '#scripts/build/licences.ts';
import { buildServer } from '#scripts/build/server.ts';
import { sampleContent } from '../../helpers/content/sample-content.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

/** esbuild's metafile of one bundle with a byte of each of these files, and none of the dropped files. */
function makeMetafile(paths: readonly string[], dropped: readonly string[] = []): Metafile {
  const inputs = Object.fromEntries([
    ...paths.map((path) => [path, { bytesInOutput: 1 }]),
    ...dropped.map((path) => [path, { bytesInOutput: 0 }]),
  ]);
  return { inputs: {}, outputs: { 'out.js': { bytes: 1, inputs, imports: [], exports: [] } } };
}

const describePackage = (name: string, license?: string) =>
  JSON.stringify({ name, version: '1.0.0', license });

test('packages in a bundle are listed, packages that were only installed or were dropped are not', async () => {
  const files = {
    'node_modules/@a/used/package.json': describePackage('@a/used', 'MIT'),
    'node_modules/@a/used/LICENSE.md': 'Be good.',
    'node_modules/@a/used/node_modules/inner/package.json': describePackage('inner', 'ISC'),
    'node_modules/@a/used/node_modules/inner/README.md':
      '# inner\n\n## License\n\nPermission is hereby granted to all.\n',
    'node_modules/dropped/package.json': describePackage('dropped', 'MIT'),
    'node_modules/nameless/package.json': describePackage('nameless'),
  };
  const root = await makeFolder(files);
  const used = ['@a/used/lib/a.js', '@a/used/node_modules/inner/b.js', 'nameless/d.js'];
  const paths = ['client/app.tsx', ...used.map((path) => `node_modules/${path}`)];
  const metafile = makeMetafile(paths, ['node_modules/dropped/c.js']);
  const [version, text] = ['1.0.0', 'Permission is hereby granted to all.'];
  expect(await listPackages(metafile, root)).toMatchObject([
    { name: '@a/used', version, licence: 'MIT', text: 'Be good.' },
    { name: 'inner', version, licence: 'ISC', text },
    { name: 'nameless', version, licence: 'unknown', text: '' },
  ]);
});

test('the licences of the server’s packages allow distribution, and their texts ship with it; visitors get the texts of the browser’s packages', async () => {
  const outDir = await makeFolder({ 'public/x': '' });
  const server = await buildServer(outDir, sampleContent);
  const browser = makeMetafile(['node_modules/react/index.js']);
  await writeLicences(await listShipped(browser, server), outDir);
  const all = await readFile(join(outDir, 'licences.txt'), 'utf8');
  expect(all).toMatch(/^express \d+\.\d+\.\d+ \(MIT\)\n\n\(The MIT License\)$/m);
  expect(all).toMatch(/^node 2\d\.\d+\.\d+ \(MIT\)$/m);
  expect(all).not.toMatch(/^typescript /m);
  const visitors = await readFile(join(outDir, 'public/licences.txt'), 'utf8');
  const [list = ''] = visitors.split('\n\n');
  const fonts = [/^anek-latin \(font\) /, /^eczar \(font\) /].flatMap((font) => [font, font]);
  const starts = [...fonts, /^react /]; // Each font has two files.
  expect(list.split('\n')).toEqual(starts.map((start) => expect.stringMatching(start)));
});

test.each([
  ['BUSL-1.1', 'Pay.', 'greedy 1.0.0 is under BUSL-1.1'],
  ['(GPL-2.0 OR MIT)', 'Do as you like.', undefined],
  [undefined, 'Do as you like.', 'greedy 1.0.0'],
  ['MIT', '', 'greedy 1.0.0'],
])('a build with a package under %s and the text “%s”: %s', async (licence, text, problem) => {
  const name = 'node_modules/greedy';
  const root = await makeFolder({
    ...{ 'dist/public/x': '', 'public/fonts/x': '' },
    [`${name}/package.json`]: describePackage('greedy', licence),
    ...(text ? { [`${name}/LICENSE`]: text } : {}),
  });
  const bundle = makeMetafile([`${name}/a.js`]);
  const writing = writeLicences(await listShipped(bundle, bundle, root), join(root, 'dist'));
  if (problem) await expect(writing).rejects.toThrow(problem);
  else await writing;
});

test('a font without its licence is reported by the name of the missing file', async () => {
  const root = await makeFolder({ 'public/fonts/mukta-0123abcd.woff2': '' });
  const missing = 'public/fonts/OFL-mukta.txt is missing: the licence of mukta-0123abcd.woff2';
  await expect(listShipped(makeMetafile([]), makeMetafile([]), root)).rejects.toThrow(missing);
});
