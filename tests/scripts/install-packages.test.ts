import { existsSync, readFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { getInstalled } from '#scripts/install-packages.ts';
import { makeFolder } from '../helpers/until-test-ends.ts';

/** Stands for apt-get and sudo: makes a file with the name of the package, slowly. */
const installer = `#!/bin/sh
for name in "$@"; do :; done
cd "$(dirname "$0")"
echo "begin $name" >> calls; sleep 0.05; touch "$name"; echo "end $name" >> calls
`;

test('two test files that miss a program install it one after the other; with INSTALL=off each names the command', async () => {
  const folder = await makeFolder({ 'apt-get': installer, sudo: installer });
  for (const name of ['apt-get', 'sudo']) await chmod(join(folder, name), 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
  vi.stubEnv('INSTALL', 'off');
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const get = (name: string) => {
    const file = join(folder, name);
    return getInstalled(() => (existsSync(file) ? file : undefined), name, 'A test');
  };
  await expect(get('nginx')).rejects.toThrow('For: A test. As root: apt-get install nginx');
  vi.stubEnv('INSTALL', '');
  const found = await Promise.all([get('nginx'), get('caddy')]);
  expect(found).toEqual([join(folder, 'nginx'), join(folder, 'caddy')]);
  const calls = readFileSync(join(folder, 'calls'), 'utf8');
  expect(calls).toMatch(/^(begin (\S+)\nend \2\n){4}$/);
});
