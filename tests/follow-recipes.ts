import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyTree, plainPicture, repo } from './helpers/copy-tree.ts';

const instructions = [
  /add at the (?<kind>top|end) of `(?<place>\w+)` in `(?<file>[^`]+)`:$/i,
  /(?<kind>replace) the line `(?<place>[^`]+)` in `(?<file>[^`]+)`:$/i,
  /(?<kind>create) `(?<file>[^`]+)`:$/i,
];

type Recipe = ReturnType<typeof parseRecipes>[number];

/**
 * The code blocks of a document, each with the instruction in the sentence before it. The kind is `create`, `replace`,
 * or to add at the `top` or the `end`; the place is the list to add to, or the beginning of the line to replace.
 *
 * @throws if a block of TypeScript has no instruction before it
 */
function parseRecipes(markdown: string) {
  const block = /^(?<before>(?:[^\n]+\n)+)\n```tsx?\n(?<code>.*?)^```$/gms;
  const blocks = [...markdown.matchAll(block)];
  const count = markdown.match(/^```tsx?$/gm)?.length;
  if (blocks.length !== count) throw new Error('A block of code has no sentence in front of it');
  return blocks.map(({ groups = {} }) => {
    const { before = '', code = '' } = groups;
    const sentence = before.trim().replace(/\s+/g, ' ');
    const found = instructions.map((each) => each.exec(sentence)).find((match) => match !== null);
    if (!found) throw new Error(`No instruction for a block of code: ${sentence}`);
    const { kind = '', file = '', place = '' } = found.groups ?? {};
    return { kind: kind.toLowerCase(), file, code, place };
  });
}

const documents = [
  ...['shared/content/README.md', 'shared/README.md', 'client/README.md'],
  ...['server/README.md', 'server/newsletter/README.md'],
];

/** Copies the tree with its tests, and applies each recipe of the documents exactly. @returns the changed files */
export async function followRecipes(copy: string): Promise<readonly string[]> {
  const configurations = ['vitest.config.ts', 'playwright.config.ts', 'biome.json', '.gitignore'];
  await copyTree(copy, 'tests', ...configurations);
  const site = join(copy, 'shared/site.ts'); // its network may have no icon
  const text = readFileSync(site, 'utf8');
  const networks = ['LinkedIn', 'Instagram', 'X'].map(
    (network) => `    { network: '${network}' },\n`,
  );
  const social = `social: [\n${networks.join('')}  ]`;
  await writeFile(site, text.replace(/social: \[[^\]]*\]/, social));
  const read = (path: string) => parseRecipes(readFileSync(join(repo, path), 'utf8'));
  const recipes = documents.flatMap(read);
  for (const recipe of recipes) await followRecipe(copy, recipe);
  return [...new Set(recipes.map(({ file }) => file))];
}

/** Follows a recipe in a copy of the tree. */
async function followRecipe(root: string, recipe: Recipe): Promise<void> {
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
  const bare = (words: string) => words.replace(/[\s,]/g, '');
  const lines = code.split('\n').filter((line) => !/^ *id: \d/.test(line));
  // This tree may contain the result of the recipe already: then all its lines are there.
  if (lines.every((line) => bare(text).includes(bare(line)))) return;
  await writeFile(path, kind === 'replace' ? replace(text, recipe) : add(text, recipe));
}

function replace(text: string, { code, place }: Recipe): string {
  const line = text.split('\n').find((each) => each.trimStart().startsWith(place));
  if (line === undefined) throw new Error(`No line begins with ${place}`);
  const [indent = ''] = /^ */.exec(line) ?? [];
  return text.replace(line, () => code.trimEnd().replace(/^(?=.)/gm, indent));
}

function add(text: string, { kind, code, place: list }: Recipe): string {
  const lines = text
    .replace(new RegExp(`^(.*\\b${list}\\b.*)([[{])([\\]}]);$`, 'm'), '$1$2\n$3;')
    .split('\n');
  const start = lines.findIndex((line) => new RegExp(`\\b${list}\\b.*[[{]$`).test(line));
  const indent = /^ */.exec(lines[start] ?? '')?.[0] ?? '';
  const last = new RegExp(`^${indent}[\\]}]`);
  const end = lines.findIndex((line, place) => place > start && last.test(line));
  if (start < 0 || end < 0) throw new Error(`There is no list ${list}`);
  // The reader has to insert the next free number.
  const ids = [...text.matchAll(/^ +id: (\d+),$/gm)].map(([, id]) => Number(id));
  const numbered = code.trimEnd().replace(/(?<=^ *id: )\d+(?=,$)/m, `${Math.max(0, ...ids) + 1}`);
  const block = numbered.replace(/^(?=.)/gm, `${indent}  `);
  return lines.toSpliced(kind === 'top' ? start + 1 : end, 0, block).join('\n');
}
