import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { grown, makeLargeContent } from './helpers/large-content.ts';

/* The build of a copy of the site whose editors have worked for years. */

const root = resolve(import.meta.dirname, '..');
const copied = [
  ...['client', 'public', 'scripts', 'server', 'shared'],
  ...['package.json', 'package-lock.json', 'tsconfig.json'],
];

/** Replaces a list in a file of content. */
async function replaceList(copy: string, file: string, list: string, entries: readonly unknown[]) {
  const path = join(copy, 'shared/content', file);
  const text = await readFile(path, 'utf8');
  const start = text.search(new RegExp(`export const ${list}\\b`));
  const end = text.indexOf('\n];\n', start);
  if (start < 0 || end < 0) throw new Error(`${file} has no list ${list}`);
  const [declared] = text.slice(start).split('[\n', 1);
  const written = `${declared}${JSON.stringify(entries)};\n`;
  await writeFile(path, text.slice(0, start) + written + text.slice(end + '\n];\n'.length));
}

test('200 events, 100 posts, 30 people and 60 questions are built within the budgets, in a minute', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'setu-large-'));
  try {
    await Promise.all(
      copied.map((name) => cp(join(root, name), join(copy, name), { recursive: true })),
    );
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
    const { events, posts, team, questions } = makeLargeContent(grown);
    await replaceList(copy, 'events.ts', 'eventEntries', events);
    await replaceList(copy, 'posts.ts', 'posts', posts);
    await replaceList(copy, 'team.ts', 'team', team);
    await replaceList(copy, 'investor-faq.ts', 'questions', questions);
    const { stdout } = await promisify(execFile)(
      join(root, 'node_modules/.bin/tsx'),
      ['scripts/build.ts'],
      { cwd: copy, maxBuffer: 16 * 1024 ** 2 },
    );
    const [, seconds] = /Built dist\/ in ([\d.]+) s/.exec(stdout) ?? [];
    process.stdout.write(`200 events, 100 posts, 30 people and 60 questions: ${seconds} s\n`);
    for (const path of [
      '/events?page=25',
      '/blog?page=9',
      '/about?page=3',
      '/investor-faq?page=5',
    ]) {
      expect(stdout).toContain(path);
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}, 300_000);
