import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's folders of programs. Servers are in folders that are not in an ordinary user's PATH. */
const systemFolders = ['/usr/bin', '/usr/sbin', '/usr/local/sbin', '/sbin'];

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
