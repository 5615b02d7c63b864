import { copyFile, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import type { PhotographFile } from '#shared/check-content/check-photograph.ts';
import type { Content } from '#shared/content.ts';
import {
  type BuiltPhotographs,
  findPhotographFile,
  formatPhotographPath,
  formats,
  listShapes,
  listWidths,
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

const recordOf = z.object({ colour: z.string(), width: z.number(), height: z.number() });

interface Source {
  readonly name: string;
  readonly hash: string;
  readonly file: PhotographFile;
  /** Written when it was made; undefined before. */
  readonly record: z.infer<typeof recordOf> | undefined;
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
  await Promise.all([cache, assets].map((path) => mkdir(path, { recursive: true })));
  const built = { ...noPhotographs };
  for (const list of lists) {
    const shape = listShapes[list];
    for (const { name, hash, record } of await readSources(content, list)) {
      const { colour } = record ?? (await make(name, hash, shape));
      for (const picture of listFileNames(hash, shape)) {
        await copyFile(join(cache, picture), join(assets, picture));
      }
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
  const text = await readFile(recordPath(hash, shape), 'utf8').catch(() => undefined);
  const record = text === undefined ? undefined : recordOf.parse(JSON.parse(text));
  const file: PhotographFile = record
    ? { kind: 'picture', width: record.width, height: record.height }
    : await inspectPhotograph(await readFile(path));
  return { name, hash, file, record };
}

async function make(name: string, hash: string, shape: ShapeName) {
  const { files, ...record } = await makePictures(await readFile(join(folder, name)), shape);
  for (const { width, format, bytes } of files) {
    const path = formatPhotographPath({ hash }, shape, width, format);
    await writeFile(join(cache, basename(path)), bytes);
  }
  // At the end and at once: what is there is whole.
  await writeFile(`${recordPath(hash, shape)}.tmp`, JSON.stringify(record));
  await rename(`${recordPath(hash, shape)}.tmp`, recordPath(hash, shape));
  return record;
}

function recordPath(hash: string, shape: ShapeName): string {
  return join(cache, `${shape}-${hash}.json`);
}

function listFileNames(hash: string, shape: ShapeName): readonly string[] {
  return formats.flatMap((format) =>
    listWidths(shape, format).map((width) =>
      basename(formatPhotographPath({ hash }, shape, width, format)),
    ),
  );
}
