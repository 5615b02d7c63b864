import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Milliseconds. An installation that takes longer will not end. */
const installationTimeout = 5 * 60_000;

/** Debian's folders of programs. Servers are in folders that are not in an ordinary user's PATH. */
const systemFolders = ['/usr/bin', '/usr/sbin', '/usr/local/sbin', '/sbin'];

/**
 * What `find` finds, if need be after an installation of Debian's package, which one line announces.
 *
 * @param user who needs it, such as `The test in Firefox`
 * @throws one line with the remedy: with INSTALL=off, or where the installation fails
 */
export async function getInstalled<Found>(
  find: () => Found | undefined | Promise<Found | undefined>,
  debianPackage: string,
  user: string,
): Promise<Found> {
  let found = await find();
  if (found === undefined && process.env['INSTALL'] !== 'off') {
    await installPackage(debianPackage, user);
    found = await find();
  }
  if (found !== undefined) return found;
  throw new Error(
    `Missing: ${debianPackage}. For: ${user}. As root: apt-get install ${debianPackage}`,
  );
}

async function installPackage(debianPackage: string, user: string): Promise<void> {
  console.log(
    `Installing from Debian's packages: ${debianPackage}. For: ${user}. (INSTALL=off: stop.)`,
  );
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
  // Two test files may install at once, and `apt-get update` does not wait for another: one after the other.
  const lock = ['flock', 'node_modules'];
  // An installation of somebody else may be running: wait for its lock, in seconds.
  const wait = ['-o', `DPkg::Lock::Timeout=${installationTimeout / 1000}`];
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', debianPackage]]) {
    const [command = '', ...rest] = [...lock, ...sudo, 'apt-get', ...wait, ...args];
    const child = spawn(command, rest, {
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: installationTimeout,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    await once(child, 'close').catch(() => {}); // The caller sees whether the program is there.
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
