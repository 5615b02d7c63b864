import { globSync } from 'node:fs';
import { cp, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';

/** The folder of the repository. */
export const repo = resolve(import.meta.dirname, '../..');

const create = { width: 1600, height: 1200, channels: 3, background: 'teal' } as const;
/** A photograph that is large enough for every entry. A build makes its pictures fast, and only once for all copies. */
export const plainPicture = await sharp({ create }).jpeg().toBuffer();

/** Copies the files of a build and others into a folder, with the same packages and `plainPicture` for each photograph. */
export async function copyTree(folder: string, ...more: readonly string[]): Promise<void> {
  const folders = ['client', 'public', 'scripts', 'server', 'shared'];
  const names = [...folders, 'package.json', 'package-lock.json', 'tsconfig.json', ...more];
  for (const name of names) await cp(join(repo, name), join(folder, name), { recursive: true });
  const photographs = globSync('shared/content/photographs/!(*.md)', { cwd: folder });
  for (const file of photographs) await writeFile(join(folder, file), plainPicture);
  await symlink(join(repo, 'node_modules'), join(folder, 'node_modules'));
}
