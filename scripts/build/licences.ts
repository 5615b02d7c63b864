import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Metafile } from 'esbuild';

/** SPDX names of the licences that require only their own text, which we ship. */
const allowed =
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 ISC MIT MIT-0 OFL-1.1'.split(' ');
const unknown = 'unknown';

/** A package or font that ships and is not ours. */
interface Work {
  /** Its path from the root, as package-lock.json names it. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** SPDX name, or `unknown`. */
  readonly licence: string;
  /** The whole text, if the licence requires it; empty if there is none. */
  readonly text: string;
}

/** The packages in the files for visitors, and those in the server only. */
export type Shipped = Awaited<ReturnType<typeof listShipped>>;

/** @param root the folder to which the paths of esbuild's metafiles are relative */
export async function listShipped(browser: Metafile, server: Metafile, root = '.') {
  return {
    toVisitors: [...(await listPackages(browser, root)), ...(await listFonts(root))],
    toServer: await listPackages(server, root),
  };
}

/**
 * Writes the texts that the licences require, because the bundles contain no comments: all of them into
 * `outDir`/licences.txt, and those of everything that visitors get into `outDir`/public/licences.txt. Throws when a
 * licence does not allow to ship.
 */
export async function writeLicences({ toVisitors, toServer }: Shipped, outDir: string) {
  const all = [...toVisitors, ...toServer, await describeNode()];
  const problems = all.flatMap(({ name, version, licence, text }) => {
    // `(MIT OR Apache-2.0)`: one of them is enough.
    const choices = licence.replace(/^\(|\)$/g, '').split(' OR ');
    if (!choices.some((choice) => allowed.includes(choice))) {
      return [`${name} ${version} is under ${licence}: ask whether it may ship, or do without it`];
    }
    return text === '' ? [`${name} ${version} has no licence text (${licence})`] : [];
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  await writeFile(join(outDir, 'licences.txt'), formatLicences(all));
  await writeFile(join(outDir, 'public/licences.txt'), formatLicences(toVisitors));
}

/** The packages with code in a bundle: what is only installed, or imported and then dropped, does not ship. */
export async function listPackages(metafile: Metafile, root: string): Promise<Work[]> {
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : [])),
  );
  // The `node_modules/@scope/name` of `node_modules/@scope/name/dist/index.js`, at any depth.
  const packageFolder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;
  const folders = new Set(files.flatMap((path) => packageFolder.exec(path)?.[0] ?? []));
  return Promise.all([...folders].sort().map((folder) => readPackage(root, folder)));
}

/** The fonts in `public/fonts`, each beside the text of its licence. */
async function listFonts(root: string): Promise<Work[]> {
  const folder = 'public/fonts';
  const names = await readdir(join(root, folder));
  const fonts = names.filter((name) => name.endsWith('.woff2'));
  return Promise.all(
    fonts.map(async (font) => {
      const [, name = font, version = ''] =
        /^(.+?)(?:-extended)?-([0-9a-f]{8})\.woff2$/.exec(font) ?? [];
      const file = names.find((each) => each.toLowerCase() === `ofl-${name}.txt`);
      if (!file) throw new Error(`${folder}/OFL-${name}.txt is missing: the licence of ${font}`);
      const text = await readFile(join(root, folder, file), 'utf8');
      return { folder, name: `${name} (font)`, version, licence: 'OFL-1.1', text };
    }),
  );
}

/** A list of the works, an empty line, and the text of each. */
function formatLicences(works: readonly Work[]): string {
  const texts = works.map((work): [string, string] => [
    `${work.name} ${work.version} (${work.licence})`,
    work.text.trim(),
  ]);
  const sorted = [...new Map(texts)].sort(([one], [other]) => (one < other ? -1 : 1));
  const list = sorted.map(([title]) => title).join('\n');
  const rule = `\n${'-'.repeat(80)}\n\n`;
  return [`${list}\n`, ...sorted.map(([title, text]) => `${title}\n\n${text}\n`)].join(rule);
}

/** Node itself, which the container contains. */
async function describeNode(): Promise<Work> {
  const folder = dirname(process.execPath);
  // The container's Node has its licence there; distributions store it elsewhere.
  const text = await readFile(join(folder, '../LICENSE'), 'utf8').catch(
    () => 'https://github.com/nodejs/node/blob/main/LICENSE',
  );
  return { folder, name: 'node', version: process.versions.node, licence: 'MIT', text };
}

async function readPackage(root: string, folder: string): Promise<Work> {
  const read = (name: string) => readFile(join(root, folder, name), 'utf8');
  const manifest: { name: string; version: string; license?: string } = JSON.parse(
    await read('package.json'),
  );
  const { name, version, license: licence = unknown } = manifest;
  const names = (await readdir(join(root, folder))).sort();
  const files = names.filter((each) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(each));
  const texts = await Promise.all(files.map(read));
  const readme = names.find((each) => /^readme\.md$/i.test(each));
  if (texts.length === 0 && readme) {
    // A README may end with the licence. A line that only names the licence is not its text.
    const [, text = ''] = /^#+ licen[cs]e\s*\n([\s\S]+)/im.exec(await read(readme)) ?? [];
    if (/permission is hereby granted/i.test(text)) texts.push(text.trim());
  }
  return { folder, name, version, licence, text: texts.join('\n') };
}
