import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Content } from '#shared/content.ts';
import { countPages, maxPageSize } from '#shared/paging.ts';
import { pages } from '#shared/routes.ts';
import { createSiteContent } from '#shared/site-content.ts';
import { copyTree, repo } from './helpers/copy-tree.ts';
import { makeLargeContent } from './helpers/large-content.ts';
import { makeFolder } from './helpers/until-test-ends.ts';

/* The build of a copy of the site whose editors have worked for years. Drawing the picture of an event takes a tenth of
   a second, so there are fewer than in growth.test.ts. They wrote as much as the content checks allow, or thrice as
   much as the samples. The sentences are those of our documents, which compress as English does. */

const withPath = pages.filter(({ path }) => path !== undefined);
const run = promisify(execFile);
const prose = globSync('{.,client,server,shared,scripts,tests}/README.md', { cwd: repo })
  .map((file) => readFileSync(join(repo, file), 'utf8').replace(/```[\s\S]*?```/g, ''))
  .join(' ')
  .replace(/[^\w.,:;'() -]+/g, ' ')
  .replace(/ +/g, ' ');
let place = 0;

/** The next characters of the documents. */
function takeProse(length: number): string {
  if (place + length > prose.length) place = 0;
  place += length;
  return prose.slice(place - length, place).trim();
}

function makeWordyContent(): Content {
  const content = makeLargeContent(60);
  return {
    ...content,
    events: content.events.map((event) => ({ ...event, summary: takeProse(199) })),
    posts: content.posts.map((post) => ({ ...post, excerpt: takeProse(240) })),
    team: content.team.map((person) => ({ ...person, bio: takeProse(199) })),
    partners: content.posts.slice(0, 60).map(({ id, author }) => ({ id, name: author })),
    questions: content.questions.map((each) => ({ ...each, answer: [takeProse(1000)] })),
  };
}

/** Replaces a list in a file of content. */
async function replaceList(copy: string, file: string, list: string, entries: readonly unknown[]) {
  const path = join(copy, 'shared/content', file);
  const text = await readFile(path, 'utf8');
  const written = new RegExp(`(?<=^export const ${list}\\b[^=]*= )\\[.*?\\](?=;$)`, 'ms');
  const changed = text.replace(written, () => JSON.stringify(entries));
  if (changed === text) throw new Error(`${file} has no list ${list}`);
  await writeFile(path, changed);
}

test('60 events, 100 posts, 30 people, 60 partners and 60 questions are built within the budgets', async () => {
  const copy = await makeFolder();
  await copyTree(copy);
  // What both builds make of the same bytes is made once.
  await mkdir(join(repo, 'dist.made'), { recursive: true });
  await symlink(join(repo, 'dist.made'), join(copy, 'dist.made'));
  const content = makeWordyContent();
  const { events, posts, team, questions } = content;
  await replaceList(copy, 'events.ts', 'eventEntries', events);
  await replaceList(copy, 'posts.ts', 'posts', posts);
  await replaceList(copy, 'team.ts', 'team', team);
  await replaceList(copy, 'partners.ts', 'partners', content.partners);
  await replaceList(copy, 'investor-faq.ts', 'questions', questions);
  const database = join(copy, 'data/newsletter.sqlite');
  await mkdir(join(copy, 'data'));
  await writeFile(database, '');
  const { stdout } = await run(process.execPath, ['scripts/build.ts'], { cwd: copy });
  const { programme, pageSizes } = createSiteContent(content);
  const lists = [
    [events, programme.pageSize],
    [posts, pageSizes.posts],
    [team, pageSizes.team],
    [questions, pageSizes.questions],
  ] as const;
  for (const [, pageSize] of lists) expect(pageSize).toBeLessThan(maxPageSize);
  const further = lists.map(([entries, pageSize]) => countPages(entries.length, pageSize) - 1);
  const addresses = further.reduce((sum, each) => sum + each, events.length + withPath.length);
  expect(readFileSync(database, 'utf8')).toBe(''); // Not opened: it may be that of a server that runs.
  // The build ends with an error where one of them is over its budget.
  expect(stdout).toContain(`HTML of ${addresses} addresses`);
}, 300_000);
