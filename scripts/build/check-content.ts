import { existsSync, globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { formatMessages, type Location, type Message } from 'esbuild';
import type { Content } from '#shared/content.ts';
import type { SiteContent } from '#shared/site-content.ts';
import {
  checkLetters,
  checkText,
  checkTimeZone,
  findMarkUp,
  type Problem,
} from '../check-content/entry-rules.ts';
import { buildPhotographs, inspectPhotographs } from '../photographs/build-photographs.ts';
import { listKindProblems } from './content-kinds.ts';
import { importBundle } from './import-bundle.ts';

/** The content is wrong. The message is for editors, with a line for each problem: file, entry and what to do. */
class ContentFailure extends Error {}

type Checks = typeof import('../check-content/check-content.ts') &
  typeof import('#shared/content.ts');

/** Checked by `listContentProblems`, which names the entry. */
const entryFiles = ['events', 'posts', 'team', 'partners', 'investor-faq', 'tags'].map(
  (name) => `shared/content/${name}.ts`,
);

type Published = Pick<typeof import('#shared/site-content.ts'), 'createSiteContent'> &
  Pick<typeof import('#shared/resources.ts'), 'createResources'> &
  Pick<typeof import('#shared/routes.ts'), 'pages'> &
  Pick<typeof import('#shared/failure-report.ts'), 'reportsPath'> &
  Pick<typeof import('#shared/site.ts'), 'site'> &
  Pick<typeof import('#server/config.ts'), 'parseConfig'> &
  Pick<typeof import('#server/routes/health.ts'), 'healthPaths'> &
  Pick<typeof import('#server/routes/newsletter.ts'), 'newsletterPaths'>;

/** The published content, and everything that has a route. */
const published = `
export { createSiteContent } from './shared/site-content.ts';
export { createResources } from './shared/resources.ts';
export { pages } from './shared/routes.ts';
export { reportsPath } from './shared/failure-report.ts';
export { site } from './shared/site.ts';
export { parseConfig } from './server/config.ts';
export { healthPaths } from './server/routes/health.ts';
export { newsletterPaths } from './server/routes/newsletter.ts';`;

const writeWarnings: Warn = (warnings) => {
  for (const warning of warnings) process.stderr.write(`Warning: ${warning}\n`);
};

/** Called with a line for each unlikely but possible value, also when there are none. */
type Warn = (warnings: readonly string[]) => void;

/** Checks the content in the files as they are now. Throws ContentFailure, or BuildFailure for a broken file. */
export async function checkContent(warn: Warn = writeWarnings): Promise<Content> {
  // One bundle: modules that import a broken text must not run before it is checked.
  const files = globSync('shared/content/*.ts').filter((file) => !entryFiles.includes(file));
  const { siteContent, ...checks } = await importBundle<Checks & Record<string, object>>(
    [
      "export * from './scripts/check-content/check-content.ts';",
      "export * from './shared/content.ts';",
      ...files.map((file, index) => `export * as text${index} from './${file}';`),
    ].join('\n'),
  );
  failWith(listKindProblems(siteContent));
  const texts = files.map((file, index) => [file, checks[`text${index}`] ?? {}] as const);
  failWith(
    texts.flatMap(([file, exported]) =>
      Object.entries(exported).flatMap(([name, value]) => checkTexts(file, name, value)),
    ),
  );
  const hasFile = (path: string) => existsSync(join('public', path));
  const photographs = await inspectPhotographs(siteContent);
  failWith(checks.listContentProblems(siteContent, { hasFile, photographs }));
  warn([
    ...checks.listContentWarnings(siteContent, Date.now()),
    ...texts.flatMap(([file, exported]) => formatProblem(file, checkLetters(exported))),
  ]);
  return siteContent;
}

const formatProblem = (place: string, problem: Problem) =>
  problem ? [`${place}: ${problem}.`] : [];

/** Placeholders that the site replaces, such as `{email}`. */
const placeholder = /\{(?:email|site)\}/g;

/** The empty texts and the mark-up in a value of a file, at any depth. */
function checkTexts(file: string, path: string, value: unknown): readonly string[] {
  if (typeof value === 'string') {
    const markUp = findMarkUp(value.replaceAll(placeholder, ''));
    return formatProblem(
      file,
      value.trim() === '' ? `${path} is empty` : markUp && `${path} has ${markUp}`,
    );
  }
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]) =>
    checkTexts(file, isList ? `entry ${Number(key) + 1} of ${path}` : `${path}.${key}`, inner),
  );
}

function failWith(problems: readonly string[]): void {
  if (problems.length > 0) throw new ContentFailure(problems.join('\n'));
}

/** The content as it will be published: checked, and with its photographs among the assets of `outDir`. */
export async function readContent(outDir: string, warn?: Warn): Promise<SiteContent> {
  const content = await checkContent(warn);
  // Imported only now: the modules make the pages' content, and fail for a wrong entry.
  const { createSiteContent, createResources, parseConfig, ...routes } =
    await importBundle<Published>(published);
  const config = parseConfig({}); // without variables all values are those of shared/site.ts
  if ('mistakes' in config) failWith(config.mistakes);
  failWith(formatProblem('shared/site.ts', checkTimeZone(routes.site.timezone)));
  failWith(
    routes.pages.flatMap(({ id, description }) =>
      // Search engines cut a longer one.
      formatProblem(`shared/routes.ts, “${id}”`, checkText('description', description, 160)),
    ),
  );
  const photographs = await buildPhotographs(content, outDir);
  const siteContent = createSiteContent(content, photographs, getPublicationTime());
  const paths = [
    ...routes.pages.flatMap(({ path }) => path ?? []),
    ...createResources(siteContent).map(({ path }) => path),
    ...[routes.reportsPath, ...routes.healthPaths, ...routes.newsletterPaths],
  ];
  failWith(listPublicProblems(paths));
  return siteContent;
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
  if (!(error instanceof Error && 'errors' in error && Array.isArray(error.errors)))
    return explain(error);
  const messages: Message[] = error.errors;
  // Of each file only the first: one quotation mark too many makes all that follows an error.
  const sentences = new Map<string, string>();
  const others = messages.filter((message) => {
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

/** For editors, who may not know the messages of a compiler. */
function explainSyntax({ id, text }: Message, { file, line, lineText }: Location): string {
  const [, field = ''] = /"([^"]+)"/.exec(text) ?? [];
  const advice =
    id === 'duplicate-object-key'
      ? `“${field}” stands twice in one entry: put both into one ${field}, such as a line more in the existing list.`
      : `Look at the line above too: a text stands between ' and ', a comma follows it, and within it ' is written ’. (${text})`;
  return `${file}:${line}: ${lineText.trim()}\n${advice}`;
}
