import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { deployFolder, readDeployFile } from '../../helpers/programs/deploy-files.ts';
import { getProgram } from '../../helpers/programs/programs.ts';
import { getBuiltServer } from '../../helpers/site/start-server.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

getProgram('dbus-daemon');
getProgram('ip');

/** The two blocks of commands in the guide, "Without a container": for the first time, and for each version. */
function readCommands(): readonly string[] {
  const [, section = ''] = readDeployFile('README.md').split('\n### Without a container\n');
  const [own = ''] = section.split('\n### ');
  return own.match(/(?<=^|\n)( {4}.*\n)+/g) ?? [];
}

/** Runs a program as root and as the first process in namespaces of its own. */
function runApart(...words: readonly string[]) {
  const own = ['--mount', '--pid', '--fork', '--kill-child', '--uts', '--ipc', '--cgroup', '--net'];
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
  const [program = '', ...args] = [...sudo, 'unshare', ...own, ...words];
  return spawnSync(program, args, { encoding: 'utf8', timeout: 240_000 });
}

test('on a new machine the commands of the guide start the unit, and a stop ends it in order', async () => {
  const [once = '', eachVersion = ''] = readCommands();
  if (runApart('true').status !== 0) {
    // A container that may not create namespaces tests only that systemd finds the folder of the log.
    const [, place] =
      /^StandardOutput=append:(.+)\/%i/m.exec(readDeployFile('setu-circle@.service')) ?? [];
    expect(once).toMatch(new RegExp(`install -d .* -o setu-circle .*${place}\n`));
    return;
  }
  const folder = await makeFolder({ 'machine/none': '' });
  const checkout = join(folder, 'shared');
  mkdirSync(join(checkout, 'node_modules/.bin'), { recursive: true });
  cpSync(deployFolder, join(checkout, 'scripts/deploy'), { recursive: true });
  cpSync(dirname(dirname(await getBuiltServer())), join(checkout, 'dist'), { recursive: true });
  symlinkSync(process.execPath, join(checkout, 'node_modules/.bin/node'));
  const release = '/opt/setu-circle/1';
  const unit = 'setu-circle@3001';
  const log = '/var/log/setu-circle/3001.log';
  const commands = [
    'ip link set lo up',
    'systemctl start dbus', // `systemd-run --pipe` needs it; every Debian runs it.
    once,
    eachVersion.replace(/^ *npm ci .*\n/m, '').replaceAll('RELEASE', release),
    // Waits until it is ready or systemd has restarted it.
    `until grep -q 'is ready at' ${log} || [ "$(systemctl show -P NRestarts ${unit})" != 0 ]; do sleep 0.1; done`,
    `systemctl show -p ExecMainStatus -p NRestarts ${unit}`,
    `systemctl stop ${unit}`,
    `systemctl show -p Result ${unit}`,
    `stat -c '%a %U' /var/log/setu-circle ${log}`,
    `cat ${log}`,
  ];
  writeFileSync(join(checkout, 'commands.sh'), commands.join('\n'));
  const script = join(import.meta.dirname, './systemd.sh');
  const { stderr } = runApart('sh', script, folder, process.execPath);
  expect(stderr).toBe('');
  const said = readFileSync(join(checkout, 'said'), 'utf8');
  expect(said).toContain('\nNRestarts=0\nExecMainStatus=0\n');
  expect(said).toContain('\nResult=success\n');
  expect(said).toContain('\n750 setu-circle\n600 root\n');
  expect(said).toContain('"msg":"stopped"');
});
