import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listShipped } from '#scripts/build/licences.ts';
import { extendSbom, parseSbom, sbomName, writeSbom } from '#scripts/build/sbom.ts';
import { buildServer } from '#scripts/build/server.ts';
import { sampleContent } from '../../helpers/content/sample-content.ts';
import { repo } from '../../helpers/copy-tree.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

test('the list has every package that ships, with version and hash, and the same bytes each time; an image adds its own parts', async () => {
  const outDir = await makeFolder();
  const server = await buildServer(outDir, sampleContent);
  const writeOne = async () => {
    await writeSbom(await listShipped({ inputs: {}, outputs: {} }, server), outDir);
    return readFile(join(outDir, sbomName), 'utf8');
  };
  const text = await writeOne();
  const { components } = parseSbom(text);
  const purls = components.map(({ purl }) => purl);
  expect(purls.filter((purl) => !/^pkg:[a-z]+\/[\w.%/+-]+@[^\s@]+$/.test(purl))).toEqual([]);
  expect(new Set(purls).size).toBe(purls.length); // Each is listed once.
  const names = purls.map((purl) => purl.replace(/@[^@]+$/, ''));
  const packages = ['npm/express', 'npm/react-dom', 'npm/%40prometheus-io/client', 'generic/eczar'];
  expect(names).toEqual(expect.arrayContaining(packages.map((name) => `pkg:${name}`)));
  for (const name of ['esbuild', 'vitest', 'tsx']) expect(names).not.toContain(`pkg:npm/${name}`);
  const lock = JSON.parse(await readFile(join(repo, 'package-lock.json'), 'utf8'));
  const express = components.find(({ purl }) => purl.startsWith('pkg:npm/express@'));
  const digest = Buffer.from(express?.hashes?.[0]?.content ?? '', 'hex').toString('base64');
  expect(`sha512-${digest}`).toBe(lock.packages['node_modules/express'].integrity);
  const libraries = components.filter(({ type }) => type === 'library');
  expect(libraries.filter(({ hashes }) => hashes === undefined)).toEqual([]);
  expect(await writeOne()).toBe(text);

  const purl = 'pkg:deb/debian/libc6@2.36-9%2Bdeb12u10?arch=amd64';
  const added = { type: 'library', purl, name: 'libc6', version: '2.36-9+deb12u10' } as const;
  const extended = extendSbom(text, [added]);
  expect(parseSbom(extended).components).toContainEqual(expect.objectContaining(added));
});
