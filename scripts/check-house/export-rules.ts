import type { Finding, SourceFile } from './source-file.ts';

/** Modules whose loader decides the names of their exports. */
const loaded = /^(client\/pages\/.*|tests\/[^/]+)$/;

/** Exports with the same name, in any folders: a reader would confuse them. */
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
