import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import { parseSync, Visitor } from 'oxc-parser';
import { joinRules } from '#client/styles/join-rules.ts';
import { importBundle } from './import-bundle.ts';

/** The styles at build time: names that replace the templates, and the rules. */
export interface StaticStyles {
  /** Replaces each template in a module of `client/` with the name of its class. */
  readonly replaceTemplates: (path: string, source: string) => string;
  /** The rule of each class, in the order of their definition. */
  readonly rules: ReadonlyMap<string, string>;
}

const definingModule = 'client/styles/class-rules.ts';

let reading: Promise<StaticStyles> | undefined;

/** The styles at the first call in a process. */
export function readStaticStyles(): Promise<StaticStyles> {
  reading ??= read();
  return reading;
}

/**
 * Runs every module of `client/` that has styles, and records the class of each `css` template. Throws for a template
 * in a function: the build cannot know its values.
 */
async function read(): Promise<StaticStyles> {
  const paths = globSync('client/**/*.{ts,tsx}').map((path) => path.replaceAll('\\', '/'));
  const files = paths
    .filter((path) => listOuter(path, readFileSync(path, 'utf8')).length > 0)
    .sort();
  const imports = files.map((path) => `import './${path}';`).join('\n');
  const classes: Record<string, string[]> = {};
  const saveClass = (path: string, name: string) => {
    classes[path] = [...(classes[path] ?? []), name];
    return name;
  };
  Object.assign(globalThis, { saveClass });
  const saveClasses = transformModules((path, source) =>
    replaceOuter(path, source, (text) => `globalThis.saveClass(${JSON.stringify(path)}, ${text})`),
  );
  const { rules } = await importBundle<typeof import('#client/styles/class-rules.ts')>(
    `${imports}\nexport { rules } from './${definingModule}';`,
    { define: { 'process.env.NODE_ENV': '"production"' }, plugins: [saveClasses] },
  );
  // A class name occurs several times in every page: numbers are shorter than Emotion's hashes.
  const numbers = new Map([...rules.keys()].map((name, index) => [name, `_${index.toString(36)}`]));
  const shorten = (text: string) => text.replace(/c-\w+/g, (name) => numbers.get(name) ?? name);
  return {
    rules: new Map([...rules].map(([name, rule]) => [shorten(name), shorten(rule)])),
    replaceTemplates: (path, source) => {
      const names = classes[path] ?? [];
      if (names.length !== listOuter(path, source).length) {
        throw new Error(`${path}: every css template must be at the top level of its module`);
      }
      return replaceOuter(path, source, (_text, index) => `'${shorten(names[index] ?? '')}'`);
    },
  };
}

/** A `css` template: offsets into the text of its module, from `css` to the last backtick. */
interface CssTemplate {
  readonly start: number;
  readonly end: number;
}

/**
 * The templates of a module, without those inside another template, which contains their declarations. A module that
 * cannot be parsed has none: the bundler reports the error.
 */
function listOuter(path: string, source: string): readonly CssTemplate[] {
  const { program, errors } = parseSync(path, source);
  const templates: CssTemplate[] = [];
  new Visitor({
    TaggedTemplateExpression({ tag, start, end }) {
      const isInside = templates.some((outer) => start < outer.end);
      if (tag.type === 'Identifier' && tag.name === 'css' && !isInside)
        templates.push({ start, end });
    },
  }).visit(program);
  return errors.length > 0 ? [] : templates;
}

function replaceOuter(
  path: string,
  source: string,
  replace: (text: string, index: number) => string,
): string {
  let end = 0;
  const parts = listOuter(path, source).map((each, index) => {
    const before = source.slice(end, each.start);
    end = each.end;
    return before + replace(source.slice(each.start, each.end), index);
  });
  return [...parts, source.slice(end)].join('');
}

/** Replaces templates with names of classes, and the module that makes the rules with the rules. */
export function insertStyles({ replaceTemplates, rules }: StaticStyles): Plugin {
  const list = JSON.stringify([...rules]);
  const ready = `export const addClass = undefined, checkOrder = () => {}, rules = /* @__PURE__ */ new Map(${list});`;
  return transformModules((path, source) =>
    path === definingModule ? ready : replaceTemplates(path, source),
  );
}

/** Changes the modules of `client/` while they are loaded. The paths are those in the repository. */
function transformModules(transform: (path: string, source: string) => string): Plugin {
  return {
    name: 'transform-modules',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]client[\\/].*\.tsx?$/ }, async ({ path: file }) => {
        const path = relative('.', file).replaceAll('\\', '/');
        const contents = transform(path, await readFile(file, 'utf8'));
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}

/** Writes all rules as a stylesheet under the hash of its text. @returns its public path */
export async function writeStylesheet({ rules }: StaticStyles, outDir: string): Promise<string> {
  const stylesheet = joinRules([...rules.values()]);
  const file = `styles-${hash('sha256', stylesheet).slice(0, 8).toUpperCase()}.css`;
  await writeFile(join(outDir, 'client/assets', file), stylesheet);
  return `/assets/${file}`;
}
