import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import type { Content } from '#shared/content.ts';
import { inspectPhotographs } from '../photographs/build-photographs.ts';

const root = resolve(import.meta.dirname, '../..');

/** Something is wrong with the content; the message says what, for editors. */
export class ContentFailure extends Error {}

type Checker = typeof import('#shared/check-content.ts') & typeof import('#shared/content.ts');

/**
 * Checks the content as it is in the files now: an import would be that of the start. Nothing goes on with
 * content that is wrong, neither the build nor the development server.
 *
 * @returns the content
 * @throws ContentFailure with a sentence per line: file, entry and what to do
 * @throws BuildFailure of esbuild, when a file cannot be read
 */
export async function checkContent(): Promise<Content> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export * from '#shared/check-content.ts'; export * from '#shared/content.ts';`,
      resolveDir: root,
    },
    absWorkingDir: root,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  const checker: Checker = await import(`data:text/javascript;base64,${code}`);
  const { siteContent } = checker;
  const problems = checker.listContentProblems(siteContent, {
    hasFile: (path) => existsSync(join(root, 'public', path)),
    photographs: await inspectPhotographs(siteContent),
  });
  if (problems.length > 0) throw new ContentFailure(problems.join('\n'));
  return siteContent;
}
