import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import {
  listFonts,
  listLicenceProblems,
  listPackages,
  type Work,
  writeLicences,
} from '#scripts/build/licences.ts';
import { buildServer } from '#scripts/build/server.ts';
import { withFolder } from '../../helpers/temporary-folder.ts';

const work: Work = { name: 'paint', version: '1.0.0', licence: 'MIT', text: 'Do as you like.' };

/** esbuild's account of one bundle with so many bytes of each of these files. */
function makeMetafile(bytes: Readonly<Record<string, number>>): Metafile {
  const inputs = Object.fromEntries(
    Object.entries(bytes).map(([path, bytesInOutput]) => [path, { bytesInOutput }]),
  );
  return { inputs: {}, outputs: { 'out.js': { bytes: 1, inputs, imports: [], exports: [] } } };
}

const describePackage = (name: string, license?: string) =>
  JSON.stringify({ name, version: '1.0.0', ...(license ? { license } : {}) });

test('what went into a bundle is listed, and what was only installed or dropped is not', async () => {
  const files = {
    'node_modules/@a/used/package.json': describePackage('@a/used', 'MIT'),
    'node_modules/@a/used/LICENSE.md': 'Be good.',
    'node_modules/@a/used/node_modules/inner/package.json': describePackage('inner', 'ISC'),
    'node_modules/@a/used/node_modules/inner/README.md':
      '# inner\n\n## License\n\nPermission is hereby granted to all.\n',
    'node_modules/dropped/package.json': describePackage('dropped', 'MIT'),
    'node_modules/nameless/package.json': describePackage('nameless'),
  };
  await withFolder(files, async (root) => {
    const metafile = makeMetafile({
      'node_modules/@a/used/lib/a.js': 10,
      'node_modules/@a/used/node_modules/inner/b.js': 10,
      'node_modules/dropped/c.js': 0,
      'node_modules/nameless/d.js': 1,
      'client/app.tsx': 100,
    });
    expect(await listPackages(metafile, root)).toEqual([
      { name: '@a/used', version: '1.0.0', licence: 'MIT', text: 'Be good.' },
      {
        name: 'inner',
        version: '1.0.0',
        licence: 'ISC',
        text: 'Permission is hereby granted to all.',
      },
      { name: 'nameless', version: '1.0.0', licence: 'unknown', text: '' },
    ]);
  });
});

test('an unknown or demanding licence, and a missing text, are problems that name the work', () => {
  expect(listLicenceProblems([work, { ...work, licence: '(GPL-2.0 OR MIT)' }])).toEqual([]);
  expect(listLicenceProblems([{ ...work, licence: 'AGPL-3.0-only' }])).toEqual([
    expect.stringMatching(/^paint 1\.0\.0 is under AGPL-3\.0-only: /),
  ]);
  expect(listLicenceProblems([{ ...work, licence: 'unknown' }])).toHaveLength(1);
  expect(listLicenceProblems([{ ...work, text: '' }])).toHaveLength(1);
});

test('a font without the text of its licence is unknown', async () => {
  const files = {
    'public/fonts/eczar-0123abcd.woff2': '',
    'public/fonts/OFL-Eczar.txt': 'SIL Open Font License',
    'public/fonts/stolen-0123abcd.woff2': '',
  };
  await withFolder(files, async (root) => {
    const licences = (await listFonts(root)).map(({ name, licence }) => `${name}: ${licence}`);
    expect(licences.sort()).toEqual(['eczar (font): OFL-1.1', 'stolen (font): unknown']);
  });
});

test('what the server ships may ship, and its texts go along; visitors get those of theirs', async () => {
  await withFolder({}, async (outDir) => {
    await mkdir(join(outDir, 'public'));
    const server = await buildServer({ outDir });
    const browser = makeMetafile({ 'node_modules/react/index.js': 1 });
    await writeLicences({ browser, server, root: process.cwd() }, outDir);
    const all = await readFile(join(outDir, 'licences.txt'), 'utf8');
    expect(all).toMatch(/^express \d+\.\d+\.\d+ \(MIT\)\n\n\(The MIT License\)$/m);
    expect(all).toMatch(/^node 2\d\.\d+\.\d+ \(MIT\)$/m);
    expect(all).not.toMatch(/^typescript /m);
    const visitors = await readFile(join(outDir, 'public/licences.txt'), 'utf8');
    const [list = ''] = visitors.split('\n\n');
    const names = list.split('\n');
    expect(names).toEqual([
      expect.stringMatching(/^anek-latin \(font\) /),
      expect.stringMatching(/^eczar \(font\) /),
      expect.stringMatching(/^react /),
    ]);
  });
});

test('a build with something that may not ship fails', async () => {
  const name = 'node_modules/greedy';
  await withFolder(
    { [`${name}/package.json`]: describePackage('greedy', 'BUSL-1.1') },
    async (root) => {
      await mkdir(join(root, 'public/fonts'), { recursive: true });
      await writeFile(join(root, `${name}/LICENSE`), 'Pay.');
      const bundle = makeMetafile({ [`${name}/a.js`]: 1 });
      const writing = writeLicences({ browser: bundle, server: bundle, root }, join(root, 'dist'));
      await expect(writing).rejects.toThrow(/^greedy 1\.0\.0 is under BUSL-1\.1/);
    },
  );
});
