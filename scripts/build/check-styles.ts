import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { at, checkTemplate, type Mistake, type Template } from './check-template.ts';
import { importBundle } from './import-bundle.ts';

/*
 * Mistakes in styles, which neither the compiler nor a browser reports: `npm run dev`, the build and `npm run check`
 * report the same ones, with file and line.
 */

/** A module of `client/` with its templates. */
interface StyledModule {
  readonly path: string;
  readonly text: string;
  readonly templates: readonly Template[];
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
  const { program, errors, module } = parseSync(path, text);
  if (errors.length > 0) return { path, text, templates: [], mistakes: [] }; // The bundler says what is wrong.
  const templates: Template[] = [];
  const mistakes = module.staticImports
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
  let functions = 0;
  const enter = () => {
    functions += 1;
  };
  const leave = () => {
    functions -= 1;
  };
  new Visitor({
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    TaggedTemplateExpression({ tag, quasi, start }) {
      if (tag.type !== 'Identifier' || tag.name !== 'css') return;
      templates.push({
        start: quasi.start + 1,
        end: quasi.end - 1,
        interpolations: quasi.expressions.map((each) => ({
          start: text.lastIndexOf('${', each.start),
          end: text.indexOf('}', each.end) + 1,
        })),
      });
      if (functions === 0) return;
      mistakes.push(
        at(
          path,
          text,
          start,
          'A css template must be at the top level of its module: in a function the build cannot know its values',
        ),
      );
    },
  }).visit(program);
  for (const template of templates) {
    mistakes.push(...(await checkTemplate(path, text, template)));
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
      templates.flatMap(({ start, end }) => [...listDeclared(text.slice(start, end))]),
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
