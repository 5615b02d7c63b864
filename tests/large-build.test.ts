import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { countPages } from '#shared/paging.ts';
import { copyTree, root } from './helpers/copy-tree.ts';
import { makeLargeContent } from './helpers/large-content.ts';
import { makeFolder } from './helpers/until-test-ends.ts';

/* The build of a copy of the site whose editors have worked for years. Each event has a picture, which takes a
   tenth of a second to draw, so there are fewer than in growth.test.ts: a page lists twelve of any number. */

const eventCount = 60;

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

test('60 events, 100 posts, 30 people and 60 questions are built within the budgets', async () => {
  const copy = await makeFolder();
  await copyTree(copy);
  // What both builds make of the same bytes is made once.
  await mkdir(join(root, 'dist.made'), { recursive: true });
  await symlink(join(root, 'dist.made'), join(copy, 'dist.made'));
  const { events, posts, team, questions } = makeLargeContent(eventCount);
  await replaceList(copy, 'events.ts', 'eventEntries', events);
  await replaceList(copy, 'posts.ts', 'posts', posts);
  await replaceList(copy, 'team.ts', 'team', team);
  await replaceList(copy, 'investor-faq.ts', 'questions', questions);
  const tsx = join(root, 'node_modules/.bin/tsx');
  const options = { cwd: copy, maxBuffer: 16 * 1024 ** 2 };
  const { stdout } = await promisify(execFile)(tsx, ['scripts/build.ts'], options);
  for (const path of [
    `/events?page=${countPages(eventCount)}`,
    '/blog?page=9',
    '/about?page=3',
    '/investor-faq?page=5',
  ]) {
    expect(stdout).toContain(path);
  }
}, 300_000);
