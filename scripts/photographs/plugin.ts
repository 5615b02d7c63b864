import type { Plugin } from 'esbuild';
import type { BuiltPhotographs } from './build-photographs.ts';

/**
 * Puts into a bundle what the build has made of the photographs, in place of the modules in
 * `shared/built-photographs/`. Server and browser get the same, and each page's code its own list only.
 *
 * @param getPhotographs is called for each build of a bundle
 */
export function insertPhotographs(getPhotographs: () => BuiltPhotographs): Plugin {
  return {
    name: 'photographs',
    setup({ onLoad }) {
      for (const list of ['team', 'events', 'posts'] as const) {
        const filter = new RegExp(`[\\\\/]shared[\\\\/]built-photographs[\\\\/]${list}\\.ts$`);
        onLoad({ filter }, () => ({
          contents: `export const photographs = ${JSON.stringify(getPhotographs()[list])};`,
        }));
      }
    },
  };
}
