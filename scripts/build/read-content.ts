import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inspect } from 'node:util';
import { type BuildFailure, formatMessages, type Location, type Message } from 'esbuild';
import type { SiteContent } from '#shared/site-content.ts';
import {
  type ContentProblem,
  checkLetters,
  findMarkUp,
  formatProblem,
} from '../check-content/entry-rules.ts';
import { buildPhotographs, inspectPhotographs } from '../photographs/build-photographs.ts';
import { listTypeProblems } from './check-types.ts';
import { importBundle } from './import-bundle.ts';
import { findLine } from './source-places.ts';

/** The content is wrong. The message is for editors, with a line for each problem: file, entry and what to do. */
class ContentFailure extends Error {}

/** The files of lists, which `listContentProblems` checks: it names the entry. */
const entryFiles = ['events', 'posts', 'team', 'partners', 'investor-faq', 'tags'];

const writeWarnings: Warn = (warnings) => {
  for (const warning of warnings) process.stderr.write(`Warning: ${warning}\n`);
};

/** Gets a line for each unlikely but possible value; it is called when there are none, too. */
type Warn = (warnings: readonly string[]) => void;

/**
 * The content as it will be published: checked in the files as they are now, and with its photographs among the assets of
 * `outDir`. Throws ContentFailure, or BuildFailure for a broken file.
 */
export async function readContent(
  outDir: string,
  warn: Warn = writeWarnings,
): Promise<SiteContent> {
  const wrongTypes = listTypeProblems();
  const modules = await importBundle<typeof import('./site-modules.ts')>(
    "export * from './scripts/build/site-modules.ts';",
  );
  failWith(await wrongTypes); // First: a text without quotes fails when its module runs.
  const { siteContent: content, ...checks } = await modules.importLists();
  const names = globSync('shared/content/*.ts').map((file) => basename(file, '.ts'));
  const texts = await Promise.all(
    names
      .filter((name) => !entryFiles.includes(name))
      .map(async (name) => [`shared/content/${name}.ts`, await modules.importTexts(name)] as const),
  );
  failWith(texts.flatMap(([file, exported]) => checkExports(file, exported)).map(addLine));
  const hasFile = (path: string) => existsSync(join('public', path));
  const photographs = await inspectPhotographs(content);
  failWith(checks.listContentProblems(content, { hasFile, photographs }).map(addLine));
  const published = await modules.importPublished();
  const { site, pages, createSiteContent, createResources, parseConfig, ...routes } = published;
  failWith(checkExports('shared/site.ts', { site }).map(addLine));
  failWith([...checks.listSiteProblems(site), ...checks.listPageProblems(pages)].map(addLine));
  const config = parseConfig({}); // without variables all values are those of shared/site.ts
  if ('mistakes' in config) failWith(config.mistakes);
  warn([
    ...checks.listContentWarnings(content, Date.now()).map(addLine),
    ...texts.flatMap(([file, exported]) => {
      const letters = checkLetters(exported);
      return letters ? [`${file}: ${letters}.`] : [];
    }),
  ]);
  const built = await buildPhotographs(content, outDir);
  const siteContent = createSiteContent(content, built, getPublicationTime());
  const paths = [
    ...pages.flatMap(({ path }) => path ?? []),
    ...createResources(siteContent).map(({ path }) => path),
    ...[routes.reportsPath, ...routes.healthPaths, ...routes.newsletterPaths],
  ];
  failWith(listPublicProblems(paths));
  return siteContent;
}

/** A problem as a line for editors, with its line in the file. */
function addLine(problem: ContentProblem): string {
  const { file, path } = problem;
  return formatProblem(problem, findLine(readFileSync(file, 'utf8'), path));
}

/** Placeholders that the site replaces, such as `{email}`. */
const placeholder = /\{(?:email|site)\}/g;

/** The empty texts and the mark-up in what a file exports, at any depth. */
function checkExports(file: string, exported: object): readonly ContentProblem[] {
  return Object.entries(exported).flatMap(([name, value]) => checkTexts(file, [name], value));
}

function checkTexts(
  file: string,
  path: ContentProblem['path'],
  value: unknown,
): readonly ContentProblem[] {
  if (typeof value === 'string') {
    const markUp = findMarkUp(value.replaceAll(placeholder, ''));
    const problem = value.trim() === '' ? 'it is empty' : markUp && `it has ${markUp}`;
    // Lists are counted from 1.
    const names = path.map((step) => (typeof step === 'number' ? step + 1 : step));
    return problem ? [{ file, path, sentence: `“${names.join('.')}”: ${problem}.` }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]) =>
    checkTexts(file, [...path, isList ? Number(key) : key], inner),
  );
}

function failWith(problems: readonly string[]): void {
  if (problems.length > 0) throw new ContentFailure(problems.join('\n'));
}

/** The build puts files into these folders of the site itself. */
const builtFolders = ['assets', 'social'];

/**
 * A line for each file or folder at the top of `public/` that has the name of a route: its files, or the 404 of a
 * missing one, would come before the route.
 */
function listPublicProblems(paths: readonly string[]): readonly string[] {
  const owners = new Map([
    ...paths.map((path) => [getTop(path), `hides ${path}`] as const).reverse(),
    ...builtFolders.map((name) => [name, 'has the name of a folder that the build makes'] as const),
  ]);
  return readdirSync('public').flatMap((name) => {
    const problem = owners.get(name);
    return problem ? `public/${name} ${problem}: give it another name.` : [];
  });
}

/** `/blog` and `/blog/first` -> `blog`. */
const getTop = (path: string) => path.split('/', 2)[1] ?? '';

/**
 * The current time, or that of the environment, so that a build can be repeated
 * (reproducible-builds.org/specs/source-date-epoch).
 */
function getPublicationTime(): Date {
  const seconds = process.env['SOURCE_DATE_EPOCH'] || Math.floor(Date.now() / 1000);
  return new Date(Number(seconds) * 1000);
}

/** An error as text: sentences for editors, esbuild's messages with source lines, other errors as `explain` says. */
export async function explainFailure(
  error: unknown,
  explain: (error: unknown) => string | Promise<string> = inspect,
): Promise<string> {
  if (error instanceof ContentFailure) return error.message;
  if (!isBuildFailure(error)) return explain(error);
  // Only the first message of each file is shown: one quotation mark too many makes all that follows an error.
  const sentences = new Map<string, string>();
  const others = error.errors.filter((message) => {
    const { location } = message;
    if (!location || !/^shared\/(content\/|routes|site)/.test(location.file)) return true;
    if (!sentences.has(location.file)) {
      sentences.set(location.file, explainSyntax(message, location));
    }
    return false;
  });
  const options = { kind: 'error', color: process.stderr.isTTY } as const;
  return [...sentences.values(), ...(await formatMessages(others, options))].join('\n').trimEnd();
}

const isBuildFailure = (error: unknown): error is BuildFailure =>
  error instanceof Error && 'errors' in error && Array.isArray(error.errors);

/** Explains an error to editors, who may not know the messages of a compiler. */
function explainSyntax({ id, text }: Message, { file, line, lineText }: Location): string {
  const [, field = ''] = /"([^"]+)"/.exec(text) ?? [];
  const start = `${file}:${line}: ${lineText.trim()}\n`;
  if (id === 'duplicate-object-key') {
    return `${start}“${field}” stands twice in one entry: put both into one ${field}, such as a line more in the existing list.`;
  }
  const above = readFileSync(file, 'utf8').split('\n').slice(0, line);
  const end = above.findLastIndex((each) => /^[\]}]/.test(each));
  if (/^\s*['"\w-]*\{/.test(above[end + 1] || above[end + 2] || '')) {
    return `${start}It stands behind the end of the list, in line ${end + 1}: move that line below it.`;
  }
  return `${start}Look at the line above too: a text stands between ' and ', a comma follows it, and within it ' is written ’. (${text})`;
}
