import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { colours } from '#client/styles/tokens.ts';
import type { Kolam } from '#shared/kolam.ts';
import { heroNarrow, heroWide, threeItems } from '#shared/kolam-drawings.ts';

const production = { 'process.env.NODE_ENV': '"production"' };
const root = resolve(import.meta.dirname, '../..');

/**
 * Builds the naive reference into a folder: `server.js`, and `public/` with its script, stylesheet and
 * drawings. It gets the production build of React and one bundle that starts without node_modules, as
 * our server does, so that neither its start nor its rendering is slower than need be.
 *
 * @returns the path of its server
 */
export async function buildNaive(outDir: string): Promise<string> {
  const publicFolder = join(outDir, 'public');
  const source = join(root, 'scripts/bench/naive');
  const options = {
    absWorkingDir: root,
    bundle: true,
    conditions: ['module', 'production'],
    jsxDev: false,
    legalComments: 'none',
    logLevel: 'silent',
  } as const satisfies BuildOptions;
  await cp(join(root, 'public'), publicFolder, { recursive: true });
  await cp(join(source, 'style.css'), join(publicFolder, 'style.css'));
  await mkdir(join(publicFolder, 'images'));
  for (const [name, svg] of drawImages()) {
    await writeFile(join(publicFolder, 'images', `${name}.svg`), svg);
  }
  await build({
    ...options,
    entryPoints: [join(source, 'client.tsx')],
    outfile: join(publicFolder, 'client.js'),
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    define: production,
    minify: true,
  });
  const server = join(outDir, 'server.js');
  await build({
    ...options,
    entryPoints: [join(source, 'server.tsx')],
    outfile: server,
    platform: 'node',
    target: 'node24',
    // Starts sooner than ES modules, which a team might as well have written.
    format: 'cjs',
    define: { ...production, 'import.meta.dirname': '__dirname' },
    minifySyntax: true,
  });
  await writeFile(join(outDir, 'package.json'), '{ "type": "commonjs" }\n');
  return server;
}

/** The drawings that our page carries in its markup, because they follow the theme, as files. */
function drawImages(): ReadonlyMap<string, string> {
  const work = threeItems();
  const [x = 0, y = 0, width = 0, height = 0] = work.viewBox.split(' ').map(Number);
  return new Map([
    ['hero-wide', drawImage(heroWide(), heroWide().viewBox)],
    ['hero-narrow', drawImage(heroNarrow(), heroNarrow().viewBox)],
    ...[0, 1, 2].map((part) => {
      const third = height / 3;
      return [
        `work-${part + 1}`,
        drawImage(work, `${x} ${y + part * third} ${width} ${third}`),
      ] as const;
    }),
  ]);
}

function drawImage({ path, dots }: Kolam, viewBox: string): string {
  const { 'line-start': line, dot } = colours.light;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" fill="none"><path stroke="${line}" stroke-width="4" d="${path}"/><path stroke="${dot}" stroke-width="8" stroke-linecap="round" d="${dots}"/></svg>\n`;
}
