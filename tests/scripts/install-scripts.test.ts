import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

test('no package needs its install script: a new package with a script has to be checked first', () => {
  const names = Object.keys(packages).filter((name) => packages[name].hasInstallScript);
  // esbuild's install script is not needed: it replaces the command with the platform's program, which the API finds anyway.
  expect(names).toEqual(['node_modules/esbuild']);
  // npm 11 warns of each script that package.json neither allows nor forbids.
  const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(allowScripts).toEqual({ esbuild: false });
});

test('every package in the lock file has the hash of its content, also packages for other systems', () => {
  const { '': own, ...others } = packages;
  for (const [name, { integrity }] of Object.entries<typeof own>(others)) {
    expect([name, integrity]).toEqual([name, expect.stringMatching(/^sha512-[\w+/]{86}==$/)]);
  }
});
