import type { Finding, SourceFile } from './source-file.ts';

/** Modules whose loader says what their exports are called. */
const loaded = /^(client\/pages\/.*|tests\/[^/]+)$/;

/** Exports that share a name, in whatever folders: a reader would take one for the other. */
export function listSharedNames(files: readonly SourceFile[]): Finding[] {
  const owners = new Map<string, string>();
  return files
    .filter(({ path }) => !loaded.test(path))
    .flatMap(({ path, exports }) =>
      exports.flatMap(({ name, line }) => {
        const owner = owners.get(name) ?? path;
        owners.set(name, owner);
        const message = `${name} is also exported by ${owner}: one name means one thing`;
        return owner === path ? [] : { path, line, message };
      }),
    );
}
