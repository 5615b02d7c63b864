import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** An installation that takes longer than this will not come to an end, in milliseconds. */
const installationTimeout = 5 * 60_000;

/** Where Debian puts programs: servers lie where the PATH of an ordinary user does not lead. */
const systemFolders = ['/usr/bin', '/usr/sbin', '/usr/local/sbin', '/sbin'];

/** Thrown instead of an installation where INSTALL=off. */
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

/**
 * Tries to install packages of Debian's, as root or with a sudo that asks nothing, and says so in one
 * line before. Throws ProgramMissing where INSTALL=off.
 *
 * @param user who needs them: `The test in Firefox`
 */
export function installPackages(packages: readonly string[], user: string): void {
  const names = packages.join(' ');
  if (process.env['INSTALL'] === 'off') throw new ProgramMissing(packages, user);
  console.log(`Installing from Debian's packages: ${names}. For: ${user}. (INSTALL=off: stop.)`);
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
  // Another installation may be under way: wait for its lock, in seconds.
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

/** The paths of these programs, as far as they are installed. */
export function listInstalled(names: readonly string[]): readonly string[] {
  const own = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const folders = [...own, ...systemFolders];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter(isProgram);
}

/** Whether there is a file that may be run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
