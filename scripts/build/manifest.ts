import { basename } from 'node:path';
import type { Metafile } from 'esbuild';
import type { AssetManifest } from '#server/render/asset-manifest.ts';

/** What the server reads of a build. Every script is a public path. */
export type BuildManifest = Omit<AssetManifest, 'version'>;

/** The scripts that a page imports: the entry point, then its static imports at any depth, nearest first. */
export function listScripts({ outputs }: Metafile): string[] {
  const entry = Object.keys(outputs).filter(
    (path) => outputs[path]?.entryPoint === 'client/entry.tsx',
  );
  const found = new Set(entry);
  for (const path of found) {
    for (const { kind, path: imported, external } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && !external) found.add(imported);
    }
  }
  return [...found].map((path) => `/assets/${basename(path)}`);
}
