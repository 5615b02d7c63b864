import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { parseSync, Visitor } from 'oxc-parser';
import { joinRules } from '#client/styles/join-rules.ts';
import { importBundle } from './import-bundle.ts';

const root = resolve(import.meta.dirname, '../..');

/** The styles of the pages as the build knows them: what replaces the templates, and the rules. */
export interface StaticStyles {
  /** A module of `client/` in which the name of a class stands for each template. */
  readonly replaceTemplates: (path: string, source: string) => string;
  /** The rule of each class, in the order of their definition. */
  readonly rules: ReadonlyMap<string, string>;
}

/** The module that defines the classes. */
const definingModule = 'client/styles/css.ts';

/** Where a template stands in the source, from its tag to its last character. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Runs every module of `client/` that has styles, and notes which class each `css` template defines.
 * Throws for a template in a function: the build cannot know what it will be.
 */
export async function readStaticStyles(): Promise<StaticStyles> {
  const files = globSync('client/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => listTemplates(path, readFileSync(join(root, path), 'utf8')).length > 0)
    .sort();
  const { names, rules } = await run(files);
  // A class is in every page several times: numbers are shorter than Emotion's hashes.
  const numbers = new Map([...rules.keys()].map((name, index) => [name, `_${index.toString(36)}`]));
  const shorten = (text: string) => text.replace(/c-\w+/g, (name) => numbers.get(name) ?? name);
  return {
    rules: new Map([...rules].map(([name, rule]) => [shorten(name), shorten(rule)])),
    replaceTemplates: (path, source) => {
      const spans = listTemplates(path, source);
      const classes = names[path] ?? [];
      if (classes.length !== spans.length) {
        throw new Error(`${path}: every css template stands at the top level of its module`);
      }
      return splice(source, spans, (_template, index) => `'${shorten(classes[index] ?? '')}'`);
    },
  };
}

/** Imports the modules, with a note around each template. */
async function run(files: readonly string[]) {
  const names: Record<string, string[]> = {};
  const noteClass = (path: string, name: string) => {
    names[path] = [...(names[path] ?? []), name];
    return name;
  };
  Object.assign(globalThis, { noteClass });
  const noteClasses = transformModules((path, source) =>
    splice(
      source,
      listTemplates(path, source),
      (template) => `globalThis.noteClass(${JSON.stringify(path)}, ${template})`,
    ),
  );
  const { rules } = await importBundle<typeof import('#client/styles/css.ts')>(
    [
      ...files.map((path) => `import './${path}';`),
      `export { rules } from './${definingModule}';`,
    ].join('\n'),
    { define: { 'process.env.NODE_ENV': '"production"' }, plugins: [noteClasses] },
  );
  return { names, rules };
}

/**
 * Puts names of classes in place of the templates, and their rules in place of the module that makes them.
 *
 * @param addTo what to write at the end of a module, by its path in the repository
 */
export function insertStyles(
  { replaceTemplates, rules }: StaticStyles,
  addTo: (path: string) => string = () => '',
): Plugin {
  const list = JSON.stringify([...rules]);
  const ready = `export const css = undefined, checkOrder = () => {}, rules = /* @__PURE__ */ new Map(${list});`;
  return transformModules((path, source) =>
    path === definingModule ? ready : `${replaceTemplates(path, source)}\n${addTo(path)}`,
  );
}

/** Changes the modules of `client/` while they are loaded. Their paths are those in the repository. */
function transformModules(transform: (path: string, source: string) => string): Plugin {
  return {
    name: 'transform-modules',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]client[\\/].*\.tsx?$/ }, async ({ path: file }) => {
        const path = relative(root, file).replaceAll('\\', '/');
        const contents = transform(path, await readFile(file, 'utf8'));
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}

/** Finds the `css` templates of a module. */
function listTemplates(path: string, source: string): readonly Span[] {
  if (!source.includes('css`')) return [];
  const spans: Span[] = [];
  new Visitor({
    TaggedTemplateExpression({ tag, start, end }) {
      if (tag.type === 'Identifier' && tag.name === 'css') spans.push({ start, end });
    },
  }).visit(parseSync(path, source).program);
  return spans.sort((one, other) => one.start - other.start);
}

/** Replaces parts of a text, from its end on, so that the places of those before stay true. */
function splice(
  source: string,
  spans: readonly Span[],
  replace: (part: string, index: number) => string,
): string {
  return spans.reduceRight(
    (text, { start, end }, index) =>
      text.slice(0, start) + replace(text.slice(start, end), index) + text.slice(end),
    source,
  );
}

/** Writes all rules as a stylesheet under the hash of its text. @returns its public path */
export async function writeStylesheet({ rules }: StaticStyles, outDir: string): Promise<string> {
  const stylesheet = joinRules([...rules.values()]);
  const hash = createHash('sha256').update(stylesheet).digest('hex').slice(0, 8);
  const file = `styles-${hash.toUpperCase()}.css`;
  await writeFile(join(outDir, 'client/assets', file), stylesheet);
  return `/assets/${file}`;
}
