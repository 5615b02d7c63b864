import { basename } from 'node:path';
import type { Metafile } from 'esbuild';
import type { AssetManifest } from '#server/render/asset-manifest.ts';

/** What the server reads of a build. Every script is a public path. */
export type BuildManifest = Omit<AssetManifest, 'version'>;

type Outputs = Metafile['outputs'];

/** A page's file, `client/pages/investor-faq-page.tsx`, is named without `-page`. */
const pageFile = /^client\/pages\/([a-z0-9-]+)-page\.tsx$/;

/**
 * Reads from esbuild's metafile which output belongs to which page.
 *
 * @param classes of the modules of each page: see `page-classes.ts`
 */
export function createManifest(
  { outputs }: Metafile,
  classes: ReadonlyMap<string, readonly string[]>,
): Pick<BuildManifest, 'entry' | 'scripts' | 'pages'> {
  const publicPath = (output: string) => `/assets/${basename(output)}`;
  const findOutput = (file: string) =>
    Object.keys(outputs).find((path) => outputs[path]?.entryPoint === file) ?? '';
  const entry = findOutput('client/entry.tsx');
  const shared = staticClosure(entry, outputs);
  const pages: BuildManifest['pages'] = {};
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    const file = entryPoint && pageFile.exec(entryPoint)?.[1];
    if (!file) continue;
    const own = [path, ...staticClosure(path, outputs)].filter(
      (each) => each !== entry && !shared.includes(each),
    );
    const named = classes.get(file);
    pages[file] = { scripts: own.map(publicPath), ...(named ? { classes: [...named] } : {}) };
  }
  return { entry: publicPath(entry), scripts: shared.map(publicPath), pages };
}

/** The static imports of an output, at any depth, without itself; nearest first. */
function staticClosure(start: string, outputs: Outputs): string[] {
  const found = new Set([start]);
  for (const path of found) {
    for (const { kind, path: imported, external } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && !external) found.add(imported);
    }
  }
  found.delete(start);
  return [...found];
}
