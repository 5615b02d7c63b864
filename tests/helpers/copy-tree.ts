import { cp, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** Copies what a build reads, and more, into a folder, where the packages are the same ones. */
export async function copyTree(folder: string, ...more: readonly string[]): Promise<void> {
  const names = [
    'client',
    'public',
    'scripts',
    'server',
    'shared',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ];
  await Promise.all(
    [...names, ...more].map((name) =>
      cp(join(root, name), join(folder, name), { recursive: true }),
    ),
  );
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
}
