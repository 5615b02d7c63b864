import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's servers lie where the PATH of an ordinary user does not lead. */
const administratorFolders = ['/usr/sbin', '/usr/local/sbin', '/sbin'];

/**
 * The path of a program that a test runs for real: an installed one, else Debian's package after
 * installing it (as root, or with a sudo that asks nothing). Throws one line that says what to do:
 * tests are never skipped.
 *
 * @param debianPackage the package that holds it, where it is not named like the program
 */
export function findProgram(name: string, debianPackage = name): string {
  const found = findInstalled(name);
  if (found) return found;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', debianPackage]]) {
    const [command = '', ...rest] = [...sudo, 'apt-get', ...args];
    spawnSync(command, rest, {
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: 5 * 60_000,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  const installed = findInstalled(name);
  if (installed) return installed;
  throw new Error(
    `The tests need ${name} and could not install it: install it (on Debian as root: ` +
      `apt-get install ${debianPackage}) and run them again.`,
  );
}

function findInstalled(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...administratorFolders];
  return folders
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
