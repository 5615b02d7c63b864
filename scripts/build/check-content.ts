import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Content } from '#shared/content.ts';
import { inspectPhotographs } from '../photographs/build-photographs.ts';
import { importBundle } from './import-bundle.ts';

const root = resolve(import.meta.dirname, '../..');

/** Something is wrong with the content; the message says what, for editors. */
export class ContentFailure extends Error {}

type Checker = typeof import('#shared/check-content.ts') & typeof import('#shared/content.ts');

/**
 * Checks the content as it is in the files now. Nothing goes on with content that is wrong, neither the build
 * nor the development server.
 *
 * @returns the content
 * @throws ContentFailure with a sentence per line: file, entry and what to do
 * @throws BuildFailure of esbuild, when a file cannot be read
 */
export async function checkContent(): Promise<Content> {
  const checker = await importBundle<Checker>(
    `export * from './shared/check-content.ts'; export * from './shared/content.ts';`,
  );
  const { siteContent } = checker;
  const problems = checker.listContentProblems(siteContent, {
    hasFile: (path) => existsSync(join(root, 'public', path)),
    photographs: await inspectPhotographs(siteContent),
  });
  if (problems.length > 0) throw new ContentFailure(problems.join('\n'));
  return siteContent;
}
