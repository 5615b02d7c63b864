import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
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

/** A `css` template: nothing in it has backticks of its own. */
const template = /\bcss`[^`]*`/g;

let reading: Promise<StaticStyles> | undefined;

/** The styles as they are when a process first asks for them. */
export function readStaticStyles(): Promise<StaticStyles> {
  reading ??= read();
  return reading;
}

/**
 * Runs every module of `client/` that has styles, and notes which class each `css` template defines.
 * Throws for a template in a function: the build cannot know what it will be.
 */
async function read(): Promise<StaticStyles> {
  const files = globSync('client/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => readFileSync(join(root, path), 'utf8').match(template))
    .sort();
  const { names, rules } = await run(files);
  // A class is in every page several times: numbers are shorter than Emotion's hashes.
  const numbers = new Map([...rules.keys()].map((name, index) => [name, `_${index.toString(36)}`]));
  const shorten = (text: string) => text.replace(/c-\w+/g, (name) => numbers.get(name) ?? name);
  return {
    rules: new Map([...rules].map(([name, rule]) => [shorten(name), shorten(rule)])),
    replaceTemplates: (path, source) => {
      const classes = names[path] ?? [];
      if (classes.length !== [...source.matchAll(template)].length) {
        throw new Error(`${path}: every css template stands at the top level of its module`);
      }
      let index = 0;
      return source.replace(template, () => `'${shorten(classes[index++] ?? '')}'`);
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
    source.replace(template, (text) => `globalThis.noteClass(${JSON.stringify(path)}, ${text})`),
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

/** Writes all rules as a stylesheet under the hash of its text. @returns its public path */
export async function writeStylesheet({ rules }: StaticStyles, outDir: string): Promise<string> {
  const stylesheet = joinRules([...rules.values()]);
  const hash = createHash('sha256').update(stylesheet).digest('hex').slice(0, 8);
  const file = `styles-${hash.toUpperCase()}.css`;
  await writeFile(join(outDir, 'client/assets', file), stylesheet);
  return `/assets/${file}`;
}
