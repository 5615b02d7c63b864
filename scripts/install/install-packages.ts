import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** Debian's folders of programs. Servers are in folders that are not in an ordinary user's PATH. */
const systemFolders = ['/usr/bin', '/usr/sbin', '/usr/local/sbin', '/sbin'];

/**
 * Installs these of Debian's packages, which one line announces: as root, or with sudo where it asks for no password.
 *
 * @param user the command that needs them, such as `npm run test:system`
 * @throws one line with the remedy: with INSTALL=off, where it is not Debian, or where the installation fails
 */
export function installPackages(packages: readonly string[], user: string): void {
  if (packages.length === 0) return;
  const remedy = `${user} needs, as root: apt-get install --no-install-recommends ${packages.join(' ')}`;
  if (process.env['INSTALL'] === 'off' || listInstalled(['apt-get']).length === 0)
    throw new Error(remedy);
  console.log(`${user} installs from Debian's packages: ${packages.join(' ')} (INSTALL=off: stop)`);
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
  const script = resolve(import.meta.dirname, 'install-packages.sh');
  const [command = '', ...args] = [...sudo, 'sh', script, ...packages];
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${stdout ?? ''}${stderr ?? ''}\n${remedy}`);
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
