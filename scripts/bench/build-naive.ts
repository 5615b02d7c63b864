import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { colours } from '#client/styles/tokens.ts';
import { heroNarrow, heroWide, threeItems } from '#shared/kolam-drawings.ts';
import { startServer } from './servers.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * Builds the naive reference (`naive/`) as one bundle with React's production build, as ours is.
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
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    logLevel: 'silent',
  } as const satisfies BuildOptions;
  await cp(join(root, 'public'), publicFolder, { recursive: true });
  await cp(join(source, 'style.css'), join(publicFolder, 'style.css'));
  await mkdir(join(publicFolder, 'images'));
  const drawings = { 'hero-wide': heroWide(), 'hero-narrow': heroNarrow(), work: threeItems() };
  const { 'line-start': line, dot } = colours.light;
  for (const [name, { viewBox, path, dots }] of Object.entries(drawings)) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" fill="none"><path stroke="${line}" stroke-width="4" d="${path}"/><path stroke="${dot}" stroke-width="8" stroke-linecap="round" d="${dots}"/></svg>\n`;
    await writeFile(join(publicFolder, 'images', `${name}.svg`), svg);
  }
  await build({
    ...options,
    entryPoints: [join(source, 'client.tsx')],
    outfile: join(publicFolder, 'client.js'),
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    minify: true,
  });
  const server = join(outDir, 'server.js');
  await build({
    ...options,
    entryPoints: [join(source, 'server.tsx')],
    outfile: server,
    platform: 'node',
    target: 'node24',
    format: 'cjs', // It starts sooner than ES modules.
    define: { ...options.define, 'import.meta.dirname': '__dirname' },
  });
  await writeFile(join(outDir, 'package.json'), '{ "type": "commonjs" }\n');
  return server;
}

/** Runs the naive server as long as `use` needs it. */
export async function withNaiveServer<Result>(
  use: (origin: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'naive-'));
  try {
    const args = [await buildNaive(folder)];
    const server = await startServer({ args, environment: { NODE_ENV: 'production' } });
    try {
      return await use(server.origin);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
