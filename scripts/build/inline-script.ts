import { build } from 'esbuild';
import { minify } from './minify.ts';

/** The inline script of every page as one minified string, for the manifest. Throws esbuild's BuildFailure. */
export async function buildInlineScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['client/boot/inline-script.ts'],
    bundle: true,
    write: false,
    format: 'iife', // Its names must not become the window's.
    target: 'es2022',
    tsconfigRaw: {}, // Our tsconfig.json would add "use strict".
    logLevel: 'silent',
  });
  // Only terser: it replaces the constants of other modules with their values, which esbuild does not.
  const source = outputFiles[0]?.text ?? '';
  const code = await minify(source, { ecma: 2020, compress: { passes: 3 } });
  if (code === '' || /<\/|<!--/.test(code))
    throw new Error(`Not allowed in a script element: ${code}`);
  return code;
}
