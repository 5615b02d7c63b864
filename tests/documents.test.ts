import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { variables } from '#server/config.ts';
import { commands } from '#server/newsletter/operator/commands.ts';
import { repo } from './helpers/copy-tree.ts';

/* Everything that the documents name exists: commands, files, sections, variables, log messages. */

const read = (path: string) => readFileSync(join(repo, path), 'utf8');
const unversioned = read('.gitignore').matchAll(/^\/?([^/\s]+)\/?$/gm);
const ignored = new Set(['.git', ...Array.from(unversioned, ([, name]) => name)]);

/** Every file and folder of the repository, relative to its root. */
const tree = readdirSync(repo)
  .filter((name) => !ignored.has(name))
  .flatMap((name) => globSync(`${name}{,/**/*}`, { cwd: repo }));

// A changelog also names removed things.
const documents = tree.filter((path) => path.endsWith('.md') && !path.endsWith('CHANGELOG.md'));
const operators = 'scripts/deploy/README.md';

/** `path` may leave out the folders in front, and `*` stands for any part of a name. */
function isInTree(path: string, folder = '') {
  const pattern = path.replace(/^(\.\.?\/)+/, '').replace(/\/$/, '');
  const escaped = pattern.replaceAll(/[.+]/g, '\\$&').replaceAll('*', '[^/]*');
  const wanted = new RegExp(`(^|/)${escaped}$`);
  return tree.some((each) => each.startsWith(folder) && wanted.test(each));
}

const withoutBlocks = (text: string) => text.replaceAll(/^```[\s\S]*?^```$/gm, '');

const readCodeSpans = (text: string) =>
  [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

/** Source files, and folders with a slash at the end; not addresses of the site, nor build output. */
function isPath(code: string): boolean {
  if (!/^[\w.*-]+(\/[\w.*-]+)*\/?$/.test(code) || /^[A-Z_]+\//.test(code)) return false;
  const [first = ''] = code.split('/', 1);
  if (ignored.has(first)) return false;
  return /(\.(tsx?|md|ya?ml|conf|sh|grit)|\/)$/.test(code) || (code !== first && isInTree(first));
}

/** A heading's anchor as GitHub makes it. */
const formatAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const { scripts } = JSON.parse(read('package.json'));

/** The files that recipes create, which a recipe of another document may go on with. */
const created = documents.flatMap((path) =>
  [...read(path).matchAll(/^Create `([^`]+)`:$/gm)].map(([, file]) => file),
);

test.each(documents)('%s names only npm scripts, files and links that exist', (path) => {
  const text = read(path);
  for (const [, name] of text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)) {
    expect(Object.keys(scripts)).toContain(name);
  }
  const paths = readCodeSpans(text).filter((code) => isPath(code) && !created.includes(code));
  expect(paths.filter((path) => !isInTree(path))).toEqual([]);
  for (const [, target = ''] of withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^https?:/.test(target)) continue;
    const [file = '', anchor] = target.split('#');
    const linked = file === '' ? path : join(dirname(path), file);
    expect(existsSync(join(repo, linked)), `${target} in ${path}`).toBe(true);
    if (anchor === undefined) continue;
    const headings = [...read(linked).matchAll(/^#+ (.+)$/gm)].map(([, words = '']) => words);
    expect(headings.map(formatAnchor), `${target} in ${path}`).toContain(anchor);
  }
});

describe('README.md', () => {
  const text = read('README.md');

  test('begins with the two commands', () => {
    const blocks = [...text.matchAll(/^ {4}(npm .+)$/gm)].map(([, line]) => line);
    expect(blocks).toEqual(['npm ci && npm start', 'npm ci && npm test']);
  });

  test('names every npm script', () => {
    const named = [...text.matchAll(/`npm (?:run )?([\w:]+)(?: --[^`]*)?`/g)].map((it) => it[1]);
    expect(new Set(named)).toEqual(new Set(Object.keys(scripts)));
  });

  test('has a map of the current tree', () => {
    const map = text.split('\n## Map\n')[1]?.match(/^ {4}.+$/gm) ?? [];
    let folder = '';
    for (const line of map) {
      folder = /^ {4}(\w+\/)/.exec(line)?.[1] ?? folder;
      for (const [name] of line.matchAll(/(?<![\w/])[\w*-]+(?:\/|\.tsx?\b)/g)) {
        expect(isInTree(name, folder === name ? '' : folder), `${name} in ${line}`).toBe(true);
      }
    }
    expect(map.length).toBeGreaterThan(20);
  });
});

describe(operators, () => {
  const text = read(operators);

  const readSection = (title: string) => text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

  test('names only variables that the server reads', () => {
    const named = readCodeSpans(text).flatMap(
      (code) => /^([A-Z]+(?:_[A-Z]+)+)(?:=.*)?$/.exec(code)?.[1] ?? [],
    );
    expect(named.length).toBeGreaterThan(20);
    const others = read('scripts/deploy/compose.env') + read('Dockerfile');
    const settings = [...others.matchAll(/^(?:ARG )?([A-Z_]+)\b/gm)].map(([, name]) => name);
    const known = [...Object.keys(variables.shape), ...settings];
    expect(known).toEqual(expect.arrayContaining([...new Set(named)]));
  });

  test('explains every command of the newsletter', () => {
    const rows = [...readSection('Newsletter').matchAll(/^- `([a-z-]+)/gm)].map(([, name]) => name);
    expect(new Set(rows)).toEqual(new Set(Object.keys(commands)));
  });

  test('lists only messages that the server logs, and every warning', () => {
    const listed = [...readSection('Logs').matchAll(/^- `([^`]+)`/gm)].map(([, name = '']) => name);
    expect(listed.length).toBeGreaterThan(10);
    const sources = tree.filter((path) => /^server\/.*\.tsx?$/.test(path)).map(read);
    for (const message of listed) expect(sources.join('\n')).toContain(`'${message}`);
    const calls = sources.flatMap((text) => text.match(/logger\.warn\([^;]*\)/g) ?? []);
    // The message is the last text of a call; some calls have it in a variable.
    const warnings = calls.flatMap(
      (call) => [...call.matchAll(/'([^']+ [^']+)'/g)].at(-1)?.[1] ?? [],
    );
    expect(warnings.length).toBeGreaterThan(8);
    expect(warnings.filter((text) => !listed.some((name) => text.startsWith(name)))).toEqual([]);
  });
});
