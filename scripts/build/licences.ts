import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import { z } from 'zod';

/** SPDX names of the licences that ask for nothing but their own text, which we ship. */
const allowed = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
];

const unknown = 'unknown';
const fontsFolder = 'public/fonts';

/** Something that is not ours and that ships. */
export interface Work {
  readonly name: string;
  readonly version: string;
  /** SPDX name, or `unknown`. */
  readonly licence: string;
  /** The whole text, as its licence asks; empty where there is none. */
  readonly text: string;
}

const packageOf = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().default(unknown),
});

/**
 * The packages of which something has gone into a bundle, by esbuild's own account: what is
 * installed, or imported and dropped again, does not ship.
 *
 * @param root what the metafile's paths are relative to
 */
export async function listPackages(metafile: Metafile, root: string): Promise<Work[]> {
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : [])),
  );
  const folders = files.flatMap((path) => {
    const [folder] = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
    return folder === undefined ? [] : resolve(root, folder);
  });
  return sortWorks(await Promise.all([...new Set(folders)].map(readPackage)));
}

/** The fonts in `public/`, each of which lies beside the text of its licence. */
export async function listFonts(root: string): Promise<Work[]> {
  const names = await readdir(join(root, fontsFolder));
  const texts = names.filter((name) => name.startsWith('OFL-'));
  const fonts = names.filter((name) => name.endsWith('.woff2'));
  return Promise.all(
    fonts.map(async (font) => {
      const [, name = font, version = ''] = /^(.+)-([0-9a-f]{8})\.woff2$/.exec(font) ?? [];
      const file = texts.find((text) => text.toLowerCase() === `ofl-${name}.txt`);
      if (!file) return { name, version, licence: unknown, text: '' };
      const text = await readFile(join(root, fontsFolder, file), 'utf8');
      return { name: `${name} (font)`, version, licence: 'OFL-1.1', text };
    }),
  );
}

/** The Node that runs this, which the container takes along. */
export async function findNode(): Promise<Work> {
  const file = join(dirname(process.execPath), '../LICENSE');
  // Distributions keep it elsewhere; what goes into the container brings it along.
  const text = await readFile(file, 'utf8').catch(
    () => 'https://github.com/nodejs/node/blob/main/LICENSE',
  );
  return { name: 'node', version: process.versions.node, licence: 'MIT', text };
}

/** What is wrong with these licences, in one line for each work; nothing where all is well. */
export function listLicenceProblems(works: readonly Work[]): readonly string[] {
  return works.flatMap(({ name, version, licence, text }) => {
    // `(MIT OR Apache-2.0)`: one of them is enough.
    const choices = licence.replace(/^\(|\)$/g, '').split(' OR ');
    if (!choices.some((choice) => allowed.includes(choice))) {
      return [`${name} ${version} is under ${licence}: ask whether it may ship, or do without it`];
    }
    return text === '' ? [`${name} ${version} brings no text of its licence (${licence})`] : [];
  });
}

/** Each work once, by its name. */
export function sortWorks(works: readonly Work[]): Work[] {
  const each = new Map(works.map((work) => [`${work.name} ${work.version}`, work]));
  return [...each].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, work]) => work);
}

/** All of it as one text, to be read by people. */
export function formatLicences(works: readonly Work[]): string {
  return works
    .map(
      ({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text.trim()}\n`,
    )
    .join(`\n${'-'.repeat(80)}\n\n`);
}

async function readPackage(folder: string): Promise<Work> {
  const {
    name,
    version,
    license: licence,
  } = packageOf.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const names = await readdir(folder);
  const files = names.filter((each) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(each)).sort();
  const texts = await Promise.all(files.map((each) => readFile(join(folder, each), 'utf8')));
  const readme = names.find((each) => /^readme\.md$/i.test(each));
  if (texts.length === 0 && readme)
    texts.push(findSection(await readFile(join(folder, readme), 'utf8')));
  return { name, version, licence, text: texts.join('\n') };
}

/** Where a README ends with its licence; a line that names it is not its text. */
function findSection(readme: string): string {
  const [, text = ''] = /^#+ licen[cs]e\s*\n([\s\S]+)/im.exec(readme) ?? [];
  return /permission is hereby granted/i.test(text) ? text.trim() : '';
}
