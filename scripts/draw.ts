import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawFiles, HASHED_FOLDER, isDrawn } from './draw/files.ts';

// Draws the ornament's files into public/ and lists the hashed ones in shared/drawn-files.ts.

const root = join(import.meta.dirname, '..');
const files = drawFiles();

for (const name of await readdir(join(root, HASHED_FOLDER))) {
  if (isDrawn(name)) await rm(join(root, HASHED_FOLDER, name));
}
for (const [path, content] of files) await writeFile(join(root, path), content);
console.log(`Drew ${files.size} files.`);
