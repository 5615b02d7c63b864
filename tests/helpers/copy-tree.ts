import { cp, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** The folder of the repository. */
export const repo = resolve(import.meta.dirname, '../..');

/** Copies what a build reads, and more, into a folder, where the packages are the same ones. */
export async function copyTree(folder: string, ...more: readonly string[]): Promise<void> {
  const folders = ['client', 'public', 'scripts', 'server', 'shared'];
  const names = [...folders, 'package.json', 'package-lock.json', 'tsconfig.json', ...more];
  for (const name of names) await cp(join(repo, name), join(folder, name), { recursive: true });
  await symlink(join(repo, 'node_modules'), join(folder, 'node_modules'));
}
