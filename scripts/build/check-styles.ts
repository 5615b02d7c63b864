import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Message } from 'esbuild';
import stylelint from 'stylelint';
import { type CssTemplate, parseTemplates } from './css-templates.ts';
import { importBundle } from './import-bundle.ts';

/*
 * Mistakes in styles, which neither the compiler nor a browser reports: `npm run dev`, the build and `npm run check`
 * report the same ones, with file and line.
 */

/** A mistake in a module, in esbuild's form. */
type Mistake = Pick<Message, 'text' | 'location'>;

/** Names and values that CSS does not know. A value that is an interpolation is not checked. */
const rules = {
  'at-rule-no-unknown': true,
  'color-no-invalid-hex': true,
  'declaration-property-value-no-unknown': true,
  'function-no-unknown': true,
  'media-feature-name-no-unknown': true,
  'media-query-no-invalid': true,
  'property-no-unknown': true,
  'selector-pseudo-class-no-unknown': true,
  'selector-pseudo-element-no-unknown': true,
};

/** A module of `client/` with its templates. */
interface StyledModule {
  readonly path: string;
  readonly text: string;
  readonly templates: readonly CssTemplate[];
  /** The mistakes that can be found without the other modules. */
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
  if (templates.length > 0) mistakes.push(...(await lint(path, text)));
  return { path, text, templates, mistakes };
}

/** What stylelint finds in the templates of a module. */
async function lint(path: string, code: string): Promise<readonly Mistake[]> {
  const { results } = await stylelint.lint({
    code,
    codeFilename: resolve(path),
    config: { customSyntax: 'postcss-styled-syntax', rules },
  });
  // Several rules may report the same word: the first names the mistake.
  const byLine = new Map(
    results.flatMap(({ warnings }) => warnings.toReversed()).map((it) => [it.line, it]),
  );
  return [...byLine.values()].map(({ line, column, rule, text }) =>
    locate(path, code, { line, column: column - 1 }, text.replace(` (${rule})`, '')),
  );
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

/** A message about the word at an offset. */
function at(file: string, source: string, offset: number, text: string): Mistake {
  const before = source.slice(0, offset).split('\n');
  return locate(file, source, { line: before.length, column: before.at(-1)?.length ?? 0 }, text);
}

/** @param position a line, counted from 1, and a column, counted from 0 */
function locate(
  file: string,
  source: string,
  position: { readonly line: number; readonly column: number },
  text: string,
): Mistake {
  const lineText = source.split('\n')[position.line - 1] ?? '';
  const [word = ''] = /^[^\s:;()`]+/.exec(lineText.slice(position.column)) ?? [];
  const length = word.length;
  return { text, location: { file, ...position, length, lineText, namespace: '', suggestion: '' } };
}
