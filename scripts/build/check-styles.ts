import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, checkTemplate, type Mistake } from './check-template.ts';
import { type CssTemplate, parseTemplates } from './css-templates.ts';
import { importBundle } from './import-bundle.ts';

/*
 * Mistakes in styles, which neither the compiler nor a browser reports: `npm run dev`, the build and `npm run check`
 * report the same ones, with file and line.
 */

/** A module of `client/` with its templates. */
interface StyledModule {
  readonly path: string;
  readonly text: string;
  readonly templates: readonly CssTemplate[];
  /** What can be said without the other modules. */
  readonly mistakes: readonly Mistake[];
}

/** The modules at the last check: few change between two checks of `npm run dev`. */
const checked = new Map<string, StyledModule>();

/** @throws an error in esbuild's form, with the messages of `listStyleMistakes` */
export async function checkStyles(): Promise<void> {
  const errors = await listStyleMistakes();
  if (errors.length > 0) throw Object.assign(new Error('Styles are wrong'), { errors });
}

/** Every mistake in the styles of `client/` below a folder. */
export async function listStyleMistakes(folder = '.'): Promise<readonly Mistake[]> {
  const paths = globSync('client/**/*.{ts,tsx}', { cwd: folder }).sort();
  const modules = await Promise.all(
    paths.map(async (given) => {
      const path = given.replaceAll('\\', '/');
      const text = readFileSync(join(folder, path), 'utf8');
      const known = checked.get(path);
      const module = known?.text === text ? known : await checkModule(path, text);
      checked.set(path, module);
      return module;
    }),
  );
  const tokens = await readTokens(modules);
  return modules.flatMap((module) => [...module.mistakes, ...listUnknownTokens(module, tokens)]);
}

async function checkModule(path: string, text: string): Promise<StyledModule> {
  const { templates, imports } = parseTemplates(path, text);
  const mistakes = imports
    .map(({ moduleRequest }) => moduleRequest)
    .filter(({ value }) => /\.(css|s[ac]ss|less)$/.test(value))
    .map(({ value, start }) =>
      at(
        path,
        text,
        start,
        `${value} cannot be imported: styles are css templates beside their component (client/styles/css.ts)`,
      ),
    );
  for (const { start, isInFunction } of templates) {
    if (!isInFunction) continue;
    const message =
      'A css template must be at the top level of its module: in a function the build cannot know its values';
    mistakes.push(at(path, text, start, message));
  }
  for (const { css, interpolations } of templates) {
    mistakes.push(...(await checkTemplate(path, text, { ...css, interpolations })));
  }
  return { path, text, templates, mistakes };
}

let tokens: { readonly source: string; readonly names: ReadonlySet<string> } | undefined;

/** The custom properties that the global styles or a template set. */
async function readTokens(modules: readonly StyledModule[]): Promise<ReadonlySet<string>> {
  const source = modules
    .filter(({ path }) => path.startsWith('client/styles/'))
    .map(({ text }) => text)
    .join('');
  if (tokens?.source !== source) {
    const { globalCss } = await importBundle<typeof import('#client/styles/global-css.ts')>(
      "export { globalCss } from './client/styles/global-css.ts';",
    );
    tokens = { source, names: listDeclared(globalCss) };
  }
  return new Set([
    ...tokens.names,
    ...modules.flatMap(({ text, templates }) =>
      templates.flatMap(({ css }) => [...listDeclared(text.slice(css.start, css.end))]),
    ),
  ]);
}

const listDeclared = (css: string) =>
  new Set([...css.matchAll(/(?<![\w-])(--[\w-]+)\s*:/g)].map(([, name = '']) => name));

function listUnknownTokens(
  { path, text }: StyledModule,
  known: ReadonlySet<string>,
): readonly Mistake[] {
  return [...text.matchAll(/\bvar\(\s*(--[\w-]+)/g)]
    .filter(([, name = '']) => !known.has(name))
    .map(({ 0: whole, 1: name = '', index }) =>
      at(
        path,
        text,
        index + whole.indexOf(name),
        `${name} is set nowhere: the tokens are in client/styles/tokens.ts`,
      ),
    );
}
