import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import type { Content } from '#shared/content.ts';

const root = resolve(import.meta.dirname, '../..');

/** The content as its files are now: a module that Node has loaded once stays as it was. */
export async function loadContent(): Promise<Content> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [join(root, 'shared/content.ts')],
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64');
  const { siteContent }: { siteContent: Content } = await import(
    `data:text/javascript;base64,${code}`
  );
  return siteContent;
}
