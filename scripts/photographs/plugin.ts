import type { Plugin } from 'esbuild';
import type { BuiltPhotographs } from '#shared/photographs.ts';

/**
 * Puts into a bundle of `npm run dev` what has been made of the photographs, in place of
 * `shared/built-photographs.ts`. A browser gets its part with the data of the page.
 *
 * @param getPhotographs is called for each build of the bundle
 */
export function insertPhotographs(
  getPhotographs: () => BuiltPhotographs | Promise<BuiltPhotographs>,
): Plugin {
  return {
    name: 'photographs',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]shared[\\/]built-photographs\.ts$/ }, async () => ({
        contents: `export const builtPhotographs = ${JSON.stringify(await getPhotographs())};`,
      }));
    },
  };
}
