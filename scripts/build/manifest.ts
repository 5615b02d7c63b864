import { basename } from 'node:path';
import type { Metafile } from 'esbuild';
import type { AssetManifest } from '#server/render/asset-manifest.ts';

/** What the server reads of a build. Every script is a public path. */
export type BuildManifest = Omit<AssetManifest, 'version'>;

type Outputs = Metafile['outputs'];

/** A page's file, `client/pages/investor-faq-page.tsx`, is named without `-page`. */
const pageFile = /^client\/pages\/([a-z0-9-]+)-page\.tsx$/;

/** Reads from esbuild's metafile which output belongs to which page. */
export function createManifest({ outputs }: Metafile, inlineScript: string): BuildManifest {
  const publicPath = (output: string) => `/assets/${basename(output)}`;
  const withEntryPoint = (file: string) =>
    Object.keys(outputs).filter((path) => outputs[path]?.entryPoint === file);
  const [named = ''] = withEntryPoint('client/entry.tsx');
  const entry = getContentOutput(named, outputs);

  const onEveryPage = [entry, ...withEntryPoint('client/hydrate-document.ts')];
  const needed = onEveryPage.flatMap((path) => [path, ...staticClosure(path, outputs)]);
  const shared = [...new Set(needed)].filter((path) => path !== entry);
  const pages: BuildManifest['pages'] = {};
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    const id = entryPoint && pageFile.exec(entryPoint)?.[1];
    if (!id) continue;
    const own = [path, ...staticClosure(path, outputs)];
    pages[id] = own.filter((each) => each !== entry && !shared.includes(each)).map(publicPath);
  }
  return { entry: publicPath(entry), preload: shared.map(publicPath), pages, inlineScript };
}

/** esbuild may move the entry's code into a chunk, and leave a file with that import only: a request for nothing. */
function getContentOutput(entry: string, outputs: Outputs): string {
  const { inputs = {}, imports = [] } = outputs[entry] ?? {};
  const isEmpty = Object.values(inputs).every(({ bytesInOutput }) => bytesInOutput === 0);
  const [only] = imports;
  return isEmpty && only && imports.length === 1 ? only.path : entry;
}

/** The static imports of an output, at any depth, without itself; nearest first. */
export function staticClosure(start: string, outputs: Outputs): string[] {
  const found = new Set([start]);
  for (const path of found) {
    for (const { kind, path: imported, external } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && !external) found.add(imported);
    }
  }
  found.delete(start);
  return [...found];
}
