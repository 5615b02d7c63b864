import type { MinifyOptions } from 'terser';
import { makeOnce } from '../make-once.ts';

/** Minifies a script with terser, which is loaded only if no earlier build has done the same. */
export async function minify(source: string, options: MinifyOptions): Promise<string> {
  const code = await makeOnce({ terser: options }, source, async () => {
    const terser = await import('terser');
    return (await terser.minify(source, { ...options })).code ?? '';
  });
  return code.toString();
}
