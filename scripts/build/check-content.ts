import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { formatMessages, type Message } from 'esbuild';
import type { SiteContent } from '#shared/site-content.ts';
import { buildPhotographs, inspectPhotographs } from '../photographs/build-photographs.ts';
import { importBundle } from './import-bundle.ts';

const root = resolve(import.meta.dirname, '../..');

/** Something is wrong with the content; the message says what, for editors. */
class ContentFailure extends Error {}

type ContentModules = typeof import('#shared/check-content.ts') &
  typeof import('#shared/content.ts') &
  typeof import('#shared/site-content.ts');

/**
 * Checks the content as it is in the files now. Nothing goes on with content that is wrong, neither the build
 * nor the development server.
 *
 * @returns the modules of the content
 * @throws ContentFailure with a sentence per line: file, entry and what to do
 * @throws BuildFailure of esbuild, when a file cannot be read
 */
export async function checkContent(): Promise<ContentModules> {
  const names = ['check-content', 'content', 'site-content'];
  const modules = await importBundle<ContentModules>(
    names.map((name) => `export * from './shared/${name}.ts';`).join('\n'),
  );
  const { siteContent } = modules;
  const problems = modules.listContentProblems(siteContent, {
    hasFile: (path) => existsSync(join(root, 'public', path)),
    photographs: await inspectPhotographs(siteContent),
  });
  if (problems.length > 0) throw new ContentFailure(problems.join('\n'));
  return modules;
}

/**
 * Checks the content and makes its photographs, among the assets of `outDir`.
 *
 * @returns the content as it will be published
 */
export async function readContent(outDir: string): Promise<SiteContent> {
  const { siteContent, createSiteContent } = await checkContent();
  return createSiteContent(siteContent, await buildPhotographs(siteContent, outDir));
}

/**
 * An error as text for people: esbuild's messages with their lines of source, sentences for editors, others
 * as they are.
 */
export async function explainFailure(error: unknown, { color }: { color: boolean }) {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ContentFailure) return error.message;
  if (!('errors' in error) || !Array.isArray(error.errors)) return error.stack ?? error.message;
  const messages: Message[] = error.errors;
  return (await formatMessages(messages, { kind: 'error', color })).join('\n').trimEnd();
}
