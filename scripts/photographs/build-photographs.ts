import { cp, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { PhotographFile } from '#shared/check-content/check-photograph.ts';
import type { Content } from '#shared/content.ts';
import {
  type BuiltPhotographs,
  findPhotographFile,
  formatPhotographPath,
  listShapes,
  noPhotographs,
  type ShapeName,
} from '#shared/photographs.ts';
import { inspectPhotograph } from './inspect.ts';
import { hashPhotograph, makePictures } from './make-pictures.ts';

/* The photographs of the content, from files as they came from the camera. What was made once is in
   `dist.photographs`, and a build takes it from there. */

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'shared/content/photographs');
const cache = join(root, 'dist.photographs');

const lists = ['team', 'events', 'posts'] as const;

interface Source {
  readonly name: string;
  readonly hash: string;
  readonly file: PhotographFile;
  /** The average; undefined before the pictures were made. */
  readonly colour: string | undefined;
}

/** What the files are that the content names, by name: for the check of the content. */
export async function inspectPhotographs(
  content: Content,
): Promise<ReadonlyMap<string, PhotographFile>> {
  const sources = await Promise.all(lists.map((list) => readSources(content, list)));
  return new Map(sources.flat().map(({ name, file }) => [name, file]));
}

/**
 * Makes the pictures that the content needs and that were not made before, and copies all of them to where
 * the browser's code lies.
 *
 * @param content has been checked
 */
export async function buildPhotographs(
  content: Content,
  outDir: string,
): Promise<BuiltPhotographs> {
  const assets = join(outDir, 'client/assets');
  const built = { ...noPhotographs };
  for (const list of lists) {
    const shape = listShapes[list];
    for (const { name, hash, ...made } of await readSources(content, list)) {
      const colour = made.colour ?? (await make(name, hash, shape));
      await cp(join(findMade(hash, shape), 'pictures'), assets, { recursive: true });
      built[list] = { ...built[list], [name]: { hash, colour } };
    }
  }
  return built;
}

/** The files that a list names and that are there, each once. */
async function readSources(content: Content, list: keyof Content & keyof typeof listShapes) {
  const named = new Set(content[list].map(findPhotographFile));
  // Not `stat`, for which capitals are the same as small letters on some systems.
  const names = (await readdir(folder).catch(() => [])).filter((name) => named.has(name));
  return Promise.all(names.map((name) => readSource(name, listShapes[list])));
}

/** Hashes of this process by path and time: in development each save asks for all of them. */
const hashes = new Map<string, string>();

async function readSource(name: string, shape: ShapeName): Promise<Source> {
  const path = join(folder, name);
  const { mtimeMs, size } = await stat(path);
  const key = [shape, path, mtimeMs, size].join(' ');
  const hash = hashes.get(key) ?? hashPhotograph(await readFile(path), shape);
  hashes.set(key, hash);
  const text = await readFile(join(findMade(hash, shape), 'record.json'), 'utf8').catch(
    () => undefined,
  );
  if (text === undefined) {
    return { name, hash, file: await inspectPhotograph(await readFile(path)), colour: undefined };
  }
  const { colour, width, height }: PhotographRecord = JSON.parse(text);
  return { name, hash, file: { kind: 'picture', width, height }, colour };
}

/** What is known of a photograph when its pictures are there. */
interface PhotographRecord {
  readonly colour: string;
  readonly width: number;
  readonly height: number;
}

/** Makes the pictures in a folder of their own. @returns the average colour */
async function make(name: string, hash: string, shape: ShapeName): Promise<string> {
  const { files, ...record } = await makePictures(await readFile(join(folder, name)), shape);
  const made = findMade(hash, shape);
  await mkdir(join(made, 'pictures'), { recursive: true });
  for (const { width, format, bytes } of files) {
    const path = formatPhotographPath({ hash }, shape, width, format);
    await writeFile(join(made, 'pictures', basename(path)), bytes);
  }
  // At the end and at once: what is there is whole.
  await writeFile(join(made, 'record.tmp'), JSON.stringify(record));
  await rename(join(made, 'record.tmp'), join(made, 'record.json'));
  return record.colour;
}

/** The folder of what was made of a photograph: its record, and `pictures/`. */
function findMade(hash: string, shape: ShapeName): string {
  return join(cache, `${shape}-${hash}`);
}
