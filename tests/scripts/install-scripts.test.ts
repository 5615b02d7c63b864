import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const lockOf = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      hasInstallScript: z.boolean().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

const { packages } = lockOf.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

test('no package needs its install script: a new one that has a script is looked at first', () => {
  const names = Object.keys(packages).filter((name) => packages[name]?.hasInstallScript);
  // Not needed: it puts the program of the platform package in the place of its command; the API finds it by itself.
  expect(names).toEqual(['node_modules/esbuild']);
  // npm 11 warns of each script that package.json neither allows nor forbids.
  const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const forbidden = names.map((name) => [name.replace('node_modules/', ''), false]);
  expect(allowScripts).toEqual(Object.fromEntries(forbidden));
});

test('every package in the lock file has the hash of its content, those of other systems too', () => {
  const without = Object.keys(packages).filter(
    (name) => name !== '' && !/^sha512-[\w+/]{86}==$/.test(packages[name]?.integrity ?? ''),
  );
  expect(without).toEqual([]);
});

test('the programs that a script would have fetched are packages of their own', () => {
  const brought = Object.keys(packages['node_modules/esbuild']?.optionalDependencies ?? {});
  expect(brought).toEqual(expect.arrayContaining(['@esbuild/linux-arm64', '@esbuild/linux-x64']));
  for (const name of brought) expect(packages).toHaveProperty([`node_modules/${name}`]);
});
