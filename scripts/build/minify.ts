import type { MinifyOptions } from 'terser';
import { readThroughCache } from '../cache/read-through-cache.ts';

/**
 * Minifies a script and adapts its source map, which then does not contain the sources.
 *
 * @param map of the source
 */
export async function minifyWithMap(source: string, map: string, options: MinifyOptions) {
  const output = await readThroughCache({ terser: options, map }, source, async () => {
    const terser = await import('terser');
    const sourceMap = { content: map, asObject: false };
    return JSON.stringify(await terser.minify(source, { ...options, sourceMap }));
  });
  const result: { readonly code: string; readonly map: string } = JSON.parse(output.toString());
  return result;
}

/** Minifies a script with terser, which is loaded only if no earlier build has done the same. */
export async function minify(source: string, options: MinifyOptions): Promise<string> {
  const code = await readThroughCache({ terser: options }, source, async () => {
    const terser = await import('terser');
    return (await terser.minify(source, { ...options })).code ?? '';
  });
  return code.toString();
}
