import { readFileSync } from 'node:fs';
import { type Message, transform } from 'esbuild';

/** A mistake in a module, in esbuild's form. */
export type Mistake = Pick<Message, 'text' | 'location'>;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A `css` template: offsets into the text of its module, without the backticks, and those of each `${…}`. */
export interface Template extends Range {
  readonly interpolations: readonly Range[];
}

/** Comments and strings, which may hold anything. */
const opaque = /\/\*.*?\*\/|"[^"]*"|'[^']*'/gs;
/** A declaration ends before any `{`, unlike a selector such as `a:hover`. */
const declaration = /(?<=^|[;{}])\s*([\w-]+)\s*:([^{};]*)(?=[;}]|$)/g;

const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');

/** Checks one template as CSS of its own, in which each character is where it is in the module. */
export async function checkTemplate(
  path: string,
  text: string,
  template: Template,
): Promise<readonly Mistake[]> {
  const { start } = template;
  const css = replaceInterpolations(text, template);
  const bare = css.replaceAll(opaque, blank);
  const brace = findSingleBrace(bare);
  if (brace !== undefined) {
    const message = bare[brace] === '{' ? 'Expected "}" to go with "{"' : 'Unexpected "}"';
    return [at(path, text, start + brace, message)];
  }
  const before = blank(text.slice(0, start - 'css`'.length));
  const { warnings } = await transform(`${before}.x {${css}}`, {
    loader: 'css',
    logLevel: 'silent',
    logOverride: { 'unsupported-css-property': 'silent' }, // It knows only some misspellings.
  });
  const found = warnings.map(({ text: message, location, notes: [note] }) => {
    // What is missing at the end of a template: where the brace is that it belongs to.
    const place = note?.location ?? location;
    const lineText = getLine(text, place?.line ?? 1);
    return { text: message, location: place && { ...place, file: path, lineText } };
  });
  const { properties, rules } = readNames();
  for (const { 0: whole, 1: name = '', 2: value = '', index } of bare.matchAll(declaration)) {
    const place = start + index + whole.indexOf(name);
    if (!name.startsWith('--') && !properties.has(name)) {
      found.push(at(path, text, place, `${name} is not a property of CSS`));
    }
    const [, next = ''] = /\n\s*([\w-]+)\s*:/.exec(value) ?? [];
    if (properties.has(next)) {
      found.push(at(path, text, place, `A semicolon is missing before ${next}`));
    }
  }
  for (const { 0: name, index } of bare.matchAll(/@[\w-]+/g)) {
    if (!rules.has(name)) found.push(at(path, text, start + index, `${name} is not a rule of CSS`));
  }
  return found;
}

/** Where a brace stands that has no other one. */
function findSingleBrace(css: string): number | undefined {
  const open: number[] = [];
  for (const { 0: brace, index } of css.matchAll(/[{}]/g)) {
    if (brace === '{') open.push(index);
    else if (open.pop() === undefined) return index;
  }
  return open.at(-1);
}

/** The template with CSS as long in the place of `${…}`: nothing for declarations, `&` for a query, else a value. */
function replaceInterpolations(text: string, { start, end, interpolations }: Template): string {
  let css = '';
  let from = start;
  for (const { start: opens, end: closes } of interpolations) {
    css += text.slice(from, opens);
    from = closes;
    const isStatement = /(^|[;{}])$/.test(css.replaceAll(opaque, '').trimEnd());
    const isQuery = isStatement && /^\s*\{/.test(text.slice(closes));
    const stand = isQuery ? '&' : isStatement ? '' : 'x';
    css += stand + blank(text.slice(opens + stand.length, closes));
  }
  return css + text.slice(from, end);
}

interface Names {
  readonly properties: ReadonlySet<string>;
  readonly rules: ReadonlySet<string>;
}

let names: Names | undefined;

/** The properties and at-rules of CSS, from the types of React's `style`. */
function readNames(): Names {
  if (names) return names;
  const types = readFileSync('node_modules/csstype/index.d.ts', 'utf8');
  const list = (pattern: RegExp) =>
    new Set([...types.matchAll(pattern)].map(([, name = '']) => name));
  names = { properties: list(/^ {2}"?([a-z-]+)"?\?:/gm), rules: list(/"(@[a-z-]+)"/g) };
  return names;
}

const getLine = (text: string, line: number) => text.split('\n')[line - 1] ?? '';

/** A message about the word at an offset. */
export function at(file: string, source: string, offset: number, text: string): Mistake {
  const before = source.slice(0, offset).split('\n');
  const line = before.length;
  const [word = ''] = /^[^\s:;()`]+/.exec(source.slice(offset)) ?? [];
  const location = {
    file,
    line,
    column: before.at(-1)?.length ?? 0,
    length: word.length,
    lineText: getLine(source, line),
    namespace: '',
    suggestion: '',
  };
  return { text, location };
}
