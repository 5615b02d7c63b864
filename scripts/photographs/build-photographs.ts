import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Content } from '#shared/content.ts';
import {
  findPhotographFile,
  formatPhotographPath,
  listShapes,
  noPhotographs,
} from '#shared/design/photographs.ts';
import { readThroughCache } from '../cache/read-through-cache.ts';
import type { PhotographFile } from '../check-content/check-photograph.ts';
import { inputOptions, inspectPhotograph } from './inspect.ts';
import type { Pictures } from './make-pictures.ts';

const folder = 'shared/content/photographs';

/** Inspects the files that the content names, for the check of the content. */
export async function inspectPhotographs(content: Content) {
  const inspected = new Map<string, PhotographFile>();
  for (const { name } of await listFiles(content)) {
    const result = await processFile(name, { inspect: inputOptions }, async (bytes) =>
      JSON.stringify(await inspectPhotograph(bytes)),
    );
    inspected.set(name, JSON.parse(result.toString()));
  }
  return inspected;
}

/** Makes the pictures of checked content, in the folder of the browser's code. Their names contain a hash of them. */
export async function buildPhotographs(content: Content, outDir: string) {
  // This module is imported only now: it imports the colours of tags, which may be wrong.
  const { getSettings, makePictures } = await import('./make-pictures.ts');
  const assets = join(outDir, 'client/assets');
  const built = { ...noPhotographs };
  for (const { list, name } of await listFiles(content)) {
    const shape = listShapes[list];
    const result = await processFile(name, { photograph: getSettings(shape) }, async (bytes) =>
      serialize(await makePictures(bytes, shape)),
    );
    const hash = createHash('sha256').update(result).digest('hex').slice(0, 8);
    const files: Pictures = deserialize(result);
    await mkdir(assets, { recursive: true });
    for (const { width, format, bytes: picture } of files) {
      const path = formatPhotographPath({ hash }, shape, width, format);
      await writeFile(join(assets, basename(path)), picture);
    }
    built[list] = { ...built[list], [name]: { hash } };
  }
  return built;
}

/** The existing files that the content names, each once per list. */
async function listFiles(content: Content) {
  // On some systems `stat` would ignore the difference between capital and small letters.
  const present = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files = present.filter((entry) => !entry.isDirectory());
  return (['team', 'events', 'posts'] as const).flatMap((list) => {
    const named = new Set(content[list].map(findPhotographFile));
    return files.filter(({ name }) => named.has(name)).map(({ name }) => ({ list, name }));
  });
}

/** Results of this process by file and time: in development every save needs all of them. */
const results = new Map<string, Buffer>();

/** The result of `make` for a file. The file is read only after a change, because it may have many megabytes. */
async function processFile(
  name: string,
  settings: Readonly<Record<string, unknown>>,
  make: (bytes: Buffer) => Promise<string | Buffer>,
): Promise<Buffer> {
  const path = join(folder, name);
  const { mtimeMs, size } = await stat(path);
  const key = JSON.stringify([path, mtimeMs, size, settings]);
  const known = results.get(key);
  if (known) return known;
  const bytes = await readFile(path);
  const result = await readThroughCache(settings, bytes, () => make(bytes));
  results.set(key, result);
  return result;
}
