import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { plainPicture } from './copy-tree.ts';

/** One block of code in a document, and what the sentence in front of it says to do with it. */
export interface Recipe {
  /** `create`, `replace`, or to add at the `top` or the `end`. */
  readonly kind: string;
  readonly file: string;
  readonly code: string;
  /** The list that is added to, or the beginning of the line that is replaced. */
  readonly place: string;
}

const instructions = [
  /add at the (?<kind>top|end) of `(?<place>\w+)` in `(?<file>[^`]+)`:$/i,
  /(?<kind>replace) the line `(?<place>[^`]+)` in `(?<file>[^`]+)`:$/i,
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
    const { kind = '', file = '', place = '' } = found.groups ?? {};
    return { kind: kind.toLowerCase(), file, code, place };
  });
  const count = markdown.match(/^```tsx?$/gm)?.length;
  if (recipes.length !== count) throw new Error('A block of code has no sentence in front of it');
  return recipes;
}

/** Does in a copy of the tree what a recipe says. */
export async function followRecipe(root: string, recipe: Recipe): Promise<void> {
  const { kind, file, code } = recipe;
  const path = join(root, file);
  for (const [, photograph = ''] of code.matchAll(/(?:photoUrl|file): '([^']+)'/g)) {
    await writeFile(join(root, 'shared/content/photographs', photograph), plainPicture);
  }
  if (kind === 'create') {
    await mkdir(dirname(path), { recursive: true });
    return writeFile(path, code);
  }
  const text = await readFile(path, 'utf8');
  await writeFile(path, kind === 'replace' ? replace(text, recipe) : add(text, recipe));
}

function replace(text: string, { code, place }: Recipe): string {
  const lines = text.split('\n');
  const found = lines.findIndex((each) => each.trimStart().startsWith(place));
  if (found < 0) throw new Error(`No line begins with ${place}`);
  return lines.with(found, code.trimEnd()).join('\n');
}

function add(text: string, { kind, code, place: list }: Recipe): string {
  const lines = text
    .replace(new RegExp(`^(.*\\b${list}\\b.*)([[{])([\\]}]);$`, 'm'), '$1$2\n$3;')
    .split('\n');
  const start = lines.findIndex((line) => new RegExp(`\\b${list}\\b.*[[{]$`).test(line));
  const indent = /^ */.exec(lines[start] ?? '')?.[0] ?? '';
  const end = lines.findIndex(
    (line, place) => place > start && new RegExp(`^${indent}[\\]}]`).test(line),
  );
  if (start < 0 || end < 0) throw new Error(`There is no list ${list}`);
  const block = indentBlock(withFreeId(text, code), `${indent}  `);
  return lines.toSpliced(kind === 'top' ? start + 1 : end, 0, block).join('\n');
}

/** What a document leaves to the reader: the next free number. */
function withFreeId(text: string, code: string): string {
  const ids = [...text.matchAll(/^ +id: (\d+),$/gm)].map(([, id]) => Number(id));
  return code.replace(/^( *)id: \d+,$/m, `$1id: ${Math.max(0, ...ids) + 1},`);
}

function indentBlock(code: string, indent: string): string {
  return code.trimEnd().replace(/^(?=.)/gm, indent);
}
