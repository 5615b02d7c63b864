import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';

/** One block of code in a document, and what the sentence in front of it says to do with it. */
export interface Recipe {
  readonly file: string;
  readonly code: string;
  readonly where:
    | { readonly kind: 'create' }
    | { readonly kind: 'top' | 'end'; readonly list: string }
    | { readonly kind: 'replace'; readonly line: string };
}

const instructions = [
  /add at the (?<kind>top|end) of `(?<list>\w+)` in `(?<file>[^`]+)`:$/i,
  /(?<kind>replace) the line `(?<line>[^`]+)` in `(?<file>[^`]+)`:$/i,
  /(?<kind>create) `(?<file>[^`]+)`:$/i,
];

/**
 * The recipes of a Markdown document, in its order.
 *
 * @throws when a block of TypeScript has no instruction in front of it
 */
export function parseRecipes(markdown: string): readonly Recipe[] {
  const blocks = markdown.matchAll(/^(?<before>(?:[^\n]+\n)+)\n```tsx?\n(?<code>.*?)^```$/gms);
  const recipes = [...blocks].map(({ groups = {} }) => {
    const { before = '', code = '' } = groups;
    const sentence = before.trim().replace(/\s+/g, ' ');
    const found = instructions.map((each) => each.exec(sentence)).find((match) => match !== null);
    if (!found) throw new Error(`No instruction for a block of code: ${sentence}`);
    const { kind = '', list = '', file = '', line = '' } = found.groups ?? {};
    return { file, code, where: parsePlace(kind.toLowerCase(), list, line) };
  });
  const count = markdown.match(/^```tsx?$/gm)?.length;
  if (recipes.length !== count) throw new Error('A block of code has no sentence in front of it');
  return recipes;
}

function parsePlace(kind: string, list: string, line: string): Recipe['where'] {
  if (kind === 'replace') return { kind, line };
  return kind === 'top' || kind === 'end' ? { kind, list } : { kind: 'create' };
}

/** Does in a copy of the tree what a recipe says. */
export async function followRecipe(root: string, { file, code, where }: Recipe): Promise<void> {
  const path = join(root, file);
  for (const [, photograph = ''] of code.matchAll(/(?:photoUrl|file): '([^']+)'/g)) {
    const create = { width: 1600, height: 1200, channels: 3, background: 'teal' } as const;
    await sharp({ create }).toFile(join(root, 'shared/content/photographs', photograph));
  }
  if (where.kind === 'create') {
    await mkdir(dirname(path), { recursive: true });
    return writeFile(path, code);
  }
  const text = await readFile(path, 'utf8');
  await writeFile(
    path,
    where.kind === 'replace' ? replace(text, code, where.line) : add(text, code, where),
  );
}

function replace(text: string, code: string, line: string): string {
  const lines = text.split('\n');
  const place = lines.findIndex((each) => each.trimStart().startsWith(line));
  if (place < 0) throw new Error(`No line begins with ${line}`);
  return lines.with(place, code.trimEnd()).join('\n');
}

function add(
  text: string,
  code: string,
  { kind, list }: { kind: 'top' | 'end'; list: string },
): string {
  const lines = text
    .replace(new RegExp(`^(.*\\b${list}\\b.*)([[{])([\\]}]);$`, 'm'), '$1$2\n$3;')
    .split('\n');
  const start = lines.findIndex((line) => new RegExp(`\\b${list}\\b.*[[{]$`).test(line));
  const indent = /^ */.exec(lines[start] ?? '')?.[0] ?? '';
  const end = lines.findIndex(
    (line, place) => place > start && new RegExp(`^${indent}[\\]}]`).test(line),
  );
  if (start < 0 || end < 0) throw new Error(`There is no list ${list}`);
  return lines
    .toSpliced(
      kind === 'top' ? start + 1 : end,
      0,
      indentBlock(withFreeId(text, code), `${indent}  `),
    )
    .join('\n');
}

/** What a document leaves to the reader: the next free number. */
function withFreeId(text: string, code: string): string {
  const ids = [...text.matchAll(/^ +id: (\d+),$/gm)].map(([, id]) => Number(id));
  return code.replace(/^( *)id: \d+,$/m, `$1id: ${Math.max(0, ...ids) + 1},`);
}

function indentBlock(code: string, indent: string): string {
  return code.trimEnd().replace(/^(?=.)/gm, indent);
}
