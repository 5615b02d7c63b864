import { spawnSync } from 'node:child_process';
import { chmod, readdir, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { installPackages } from '#scripts/install/install-packages.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

/** Replacements for Debian's programs, which record their calls. `libc6` is older than nginx requires. */
const programs = {
  'apt-get': `#!/bin/sh
echo "apt-get $*" >>"$ROOT/calls"
case "$*" in
  *--simulate*) echo "Inst nginx (1.22)"; [ -z "$OLD" ] || echo "Inst libc6 [2.35] (2.36)" ;;
  *"--yes install"*) echo "installed nginx" >>"$ROOT/packages"; [ -x "$ROOT/usr/sbin/policy-rc.d" ] && touch "$ROOT/forbidden" ;;
esac
`,
  'dpkg-query': '#!/bin/sh\ncat "$ROOT/packages"\n',
  dpkg: '#!/bin/sh\nprintf "/usr/sbin/nginx\\n/lib/systemd/system/nginx.service\\n/lib/systemd/system/a@.service\\n"\n',
  systemctl: '#!/bin/sh\necho "systemctl $*" >>"$ROOT/calls"\n',
};

/** Runs the script in a folder instead of the system. */
async function install(variables: Readonly<Record<string, string>> = {}) {
  const files = { 'usr/sbin/other': '', packages: 'installed apt\n', calls: '' };
  const root = await makeFolder({ ...files, ...programs });
  for (const name of Object.keys(programs)) await chmod(join(root, name), 0o755);
  const env = { PATH: `${root}${delimiter}${process.env['PATH']}`, ROOT: root, ...variables };
  const script = ['scripts/install/install-packages.sh', 'nginx'];
  const { status, stderr } = spawnSync('sh', script, { env, encoding: 'utf8' });
  const calls = (await readFile(join(root, 'calls'), 'utf8')).match(/.+/g) ?? [];
  return { status, stderr, calls, left: await readdir(join(root, 'usr/sbin')), root };
}

test('an installation starts no service, and disables the services that it has installed', async () => {
  const { status, calls, left, root } = await install();
  expect([status, left]).toEqual([0, ['other']]);
  expect(await readdir(root)).toContain('forbidden');
  expect(calls.at(-1)).toBe('systemctl --quiet disable nginx.service');
});

test('an installation that would upgrade a package names it and does nothing, except on a machine of CI', async () => {
  const { status, stderr, calls } = await install({ OLD: 'yes' });
  expect([status, stderr]).toEqual([1, expect.stringContaining('would upgrade libc6')]);
  expect(calls.filter((call) => call.includes('--yes'))).toEqual([]);
  expect((await install({ OLD: 'yes', CI: 'true' })).status).toBe(0);
});

test('with INSTALL=off nothing is installed, and the error names the command', () => {
  vi.stubEnv('INSTALL', 'off');
  const remedy = 'A test needs, as root: apt-get install --no-install-recommends nginx curl';
  expect(() => installPackages(['nginx', 'curl'], 'A test')).toThrow(remedy);
  expect(() => installPackages([], 'A test')).not.toThrow();
});
