import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { formatMessages, type Message } from 'esbuild';
import type { Content } from '#shared/content.ts';
import type { SiteContent } from '#shared/site-content.ts';
import { buildPhotographs, inspectPhotographs } from '../photographs/build-photographs.ts';
import { listPublicProblems } from './check-public.ts';
import { listKindProblems } from './content-kinds.ts';
import { importBundle } from './import-bundle.ts';

/** The content is wrong. The message is for editors, with a line for each problem: file, entry and what to do. */
class ContentFailure extends Error {}

type Checks = typeof import('#shared/check-content.ts') & typeof import('#shared/content.ts');

type Published = Pick<typeof import('#shared/site-content.ts'), 'createSiteContent'> &
  Pick<typeof import('#shared/resources.ts'), 'createResources'> &
  Pick<typeof import('#shared/routes.ts'), 'pages'> &
  Pick<typeof import('#shared/failure-report.ts'), 'reportsPath'> &
  Pick<typeof import('#server/routes/health.ts'), 'healthPaths'> &
  Pick<typeof import('#server/routes/newsletter.ts'), 'newsletterPaths'>;

/** The published content, and all that the server has a route for. */
const published = `
export { createSiteContent } from './shared/site-content.ts';
export { createResources } from './shared/resources.ts';
export { pages } from './shared/routes.ts';
export { reportsPath } from './shared/failure-report.ts';
export { healthPaths } from './server/routes/health.ts';
export { newsletterPaths } from './server/routes/newsletter.ts';`;

/** The exports of these modules of `shared/`, from the files as they are now. */
const importShared = <Exports>(...names: readonly string[]) =>
  importBundle<Exports>(names.map((name) => `export * from './shared/${name}.ts';`).join('\n'));

/** Checks the content in the files as they are now. Throws ContentFailure, or BuildFailure for a broken file. */
export async function checkContent(): Promise<Content> {
  const { siteContent, ...checks } = await importShared<Checks>('check-content', 'content');
  failWith(listKindProblems(siteContent));
  const hasFile = (path: string) => existsSync(join('public', path));
  const photographs = await inspectPhotographs(siteContent);
  failWith(checks.listContentProblems(siteContent, { hasFile, photographs }));
  const warnings = checks.listContentWarnings(siteContent, Date.now());
  for (const warning of warnings) process.stderr.write(`Warning: ${warning}\n`);
  return siteContent;
}

function failWith(problems: readonly string[]): void {
  if (problems.length > 0) throw new ContentFailure(problems.join('\n'));
}

/** The content as it will be published: checked, and with its photographs among the assets of `outDir`. */
export async function readContent(outDir: string): Promise<SiteContent> {
  const content = await checkContent();
  // Imported only now: the modules make the pages' content, and fail for a wrong entry.
  const { createSiteContent, createResources, ...routes } =
    await importBundle<Published>(published);
  const photographs = await buildPhotographs(content, outDir);
  const siteContent = createSiteContent(content, photographs, getPublicationTime());
  const paths = [
    ...routes.pages.flatMap(({ path }) => path ?? []),
    ...createResources(siteContent).map(({ path }) => path),
    ...[routes.reportsPath, ...routes.healthPaths, ...routes.newsletterPaths],
  ];
  failWith(listPublicProblems('public', paths));
  return siteContent;
}

/** Now, or what the environment says, so that a build can be repeated (reproducible-builds.org/specs/source-date-epoch). */
function getPublicationTime(): Date {
  const seconds = process.env['SOURCE_DATE_EPOCH'] || Math.floor(Date.now() / 1000);
  return new Date(Number(seconds) * 1000);
}

/** For editors, who do not know the words of a compiler. */
const hint =
  "Look at the line above too: a text stands between ' and ', a comma follows it, and within it ' is written ’.";

/** An error as text: esbuild's messages with source lines, sentences for editors, other errors as `explain` says. */
export async function explainFailure(
  error: unknown,
  explain: (error: unknown) => string | Promise<string> = inspect,
): Promise<string> {
  if (error instanceof ContentFailure) return error.message;
  if (!(error instanceof Error && 'errors' in error && Array.isArray(error.errors)))
    return explain(error);
  const messages: Message[] = error.errors;
  const options = { kind: 'error', color: process.stderr.isTTY } as const;
  const files = messages.map(({ location }) => location?.file ?? '');
  const hints = files.some((file) => /^shared\/(content|site)/.test(file)) ? [hint] : [];
  return [...(await formatMessages(messages, options)), ...hints].join('\n').trimEnd();
}
