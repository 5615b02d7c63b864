import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { parseSync, Visitor } from 'oxc-parser';
import { importBundle } from './import-bundle.ts';

const root = resolve(import.meta.dirname, '../..');

/** The styles of the browser's code: what replaces the templates, and the rules. */
export interface StaticStyles {
  /** A module of `client/` in which the name of a class stands for each template. */
  readonly replaceTemplates: (path: string, source: string) => string;
  /** The rules of every class. */
  readonly stylesheet: string;
}

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
    .filter((path) => findTemplates(path, readFileSync(join(root, path), 'utf8')).length > 0)
    .sort();
  const { names, stylesheet } = await run(files);
  return {
    stylesheet,
    replaceTemplates: (path, source) => {
      const spans = findTemplates(path, source);
      const classes = names[path] ?? [];
      if (classes.length !== spans.length) {
        throw new Error(`${path}: every css template stands at the top level of its module`);
      }
      return splice(source, spans, (_template, index) => JSON.stringify(classes[index]));
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
  const noteClasses: Plugin = {
    name: 'note-classes',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]client[\\/].*\.tsx?$/ }, ({ path: file }) => {
        const path = file.slice(root.length + 1).replaceAll('\\', '/');
        const source = readFileSync(file, 'utf8');
        const contents = splice(
          source,
          findTemplates(path, source),
          (template) => `globalThis.noteClass(${JSON.stringify(path)}, ${template})`,
        );
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
  const { collectRules } = await importBundle<typeof import('#client/styles/css.ts')>(
    [
      ...files.map((path) => `import './${path}';`),
      `export { collectRules } from './client/styles/css.ts';`,
    ].join('\n'),
    { define: { 'process.env.NODE_ENV': '"production"' }, plugins: [noteClasses] },
  );
  return { names, stylesheet: collectRules() };
}

function findTemplates(path: string, source: string): readonly Span[] {
  if (!source.includes('css`')) return [];
  const spans: Span[] = [];
  new Visitor({
    TaggedTemplateExpression({ tag, start, end }) {
      if (tag.type === 'Identifier' && tag.name === 'css') spans.push({ start, end });
    },
  }).visit(parseSync(path, source).program);
  return spans.toSorted((one, other) => one.start - other.start);
}

/** Replaces parts of a text. */
function splice(
  source: string,
  spans: readonly Span[],
  replace: (part: string, index: number) => string,
): string {
  let done = 0;
  let result = '';
  for (const [index, { start, end }] of spans.entries()) {
    result += source.slice(done, start) + replace(source.slice(start, end), index);
    done = end;
  }
  return result + source.slice(done);
}

/** Writes the stylesheet under the hash of its text. @returns its public path */
export async function writeStylesheet(stylesheet: string, outDir: string): Promise<string> {
  const hash = createHash('sha256').update(stylesheet).digest('hex').slice(0, 8);
  const file = `styles-${hash.toUpperCase()}.css`;
  await writeFile(join(outDir, 'client/assets', file), stylesheet);
  return `/assets/${file}`;
}
