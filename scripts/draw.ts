import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { drawFiles, HASHED_FOLDER } from './draw/files.ts';

// Draws the ornament's files into public/ and lists the hashed ones in shared/drawn-files.ts.

const root = join(import.meta.dirname, '..');
const files = drawFiles();

const folder = join(root, HASHED_FOLDER);
await mkdir(folder, { recursive: true });
for (const name of await readdir(folder)) {
  if (!files.has(`${HASHED_FOLDER}/${name}`)) await rm(join(folder, name));
}
for (const [path, content] of files) {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
}
console.log(`Drew ${files.size} files.`);
