import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Milliseconds. An installation that takes longer will not end. */
const installationTimeout = 5 * 60_000;

/** Debian's folders of programs. Servers are in folders that are not in an ordinary user's PATH. */
const systemFolders = ['/usr/bin', '/usr/sbin', '/usr/local/sbin', '/sbin'];

/** Thrown with INSTALL=off instead of an installation. */
export class ProgramMissing extends Error {
  readonly packages: readonly string[];
  readonly user: string;
  constructor(packages: readonly string[], user: string) {
    const names = packages.join(' ');
    super(`Missing: ${names}. For: ${user}. As root: apt-get install ${names}`);
    this.packages = packages;
    this.user = user;
  }
}

/** Tries to install Debian packages, for `The test in Firefox`, and says so. Throws ProgramMissing with INSTALL=off. */
export function installPackages(packages: readonly string[], user: string): void {
  const names = packages.join(' ');
  if (process.env['INSTALL'] === 'off') throw new ProgramMissing(packages, user);
  console.log(`Installing from Debian's packages: ${names}. For: ${user}. (INSTALL=off: stop.)`);
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
  // Another installation may be running: wait for its lock, in seconds.
  const wait = ['-o', `DPkg::Lock::Timeout=${installationTimeout / 1000}`];
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', ...packages]]) {
    const [command = '', ...rest] = [...sudo, 'apt-get', ...wait, ...args];
    spawnSync(command, rest, {
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: installationTimeout,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
}

/** The paths of those programs that are installed. */
export function listInstalled(names: readonly string[]): readonly string[] {
  const own = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const folders = [...own, ...systemFolders];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter(isProgram);
}

/** Whether there is an executable file. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
