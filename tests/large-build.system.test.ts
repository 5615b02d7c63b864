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

async function replaceList(copy: string, file: string, list: string, entries: readonly unknown[]) {
  const path = join(copy, 'shared/content', file);
  const text = await readFile(path, 'utf8');
  const written = new RegExp(`(?<=^export const ${list}\\b[^=]*= )\\[.*?\\](?=;$)`, 'ms');
  const changed = text.replace(written, () => JSON.stringify(entries));
  if (changed === text) throw new Error(`${file} has no list ${list}`);
  await writeFile(path, changed);
}

test('60 events, 100 posts, 30 people, 60 partners and 60 questions are built within the budgets', async () => {
  const copy = await makeFolder({ 'data/newsletter.sqlite': '' });
  await copyTree(copy);
  // What both builds make of the same bytes is made once.
  await mkdir(join(repo, 'dist.made'), { recursive: true });
  await symlink(join(repo, 'dist.made'), join(copy, 'dist.made'));
  const content = makeWordyContent();
  const { events } = content;
  await replaceList(copy, 'events.ts', 'eventEntries', events);
  await replaceList(copy, 'posts.ts', 'posts', content.posts);
  await replaceList(copy, 'team.ts', 'team', content.team);
  await replaceList(copy, 'partners.ts', 'partners', content.partners);
  await replaceList(copy, 'investor-faq.ts', 'questions', content.questions);
  const { stdout } = await run(process.execPath, ['scripts/build.ts'], { cwd: copy });
  const { programme, pageSizes } = createSiteContent(content);
  const sizes = { events: programme.pageSize, ...pageSizes };
  let addresses = events.length + pages.filter(({ path }) => path).length;
  for (const list of ['events', 'posts', 'team', 'questions'] as const) {
    expect(sizes[list]).toBeLessThan(maxPageSize);
    addresses += countPages(content[list].length, sizes[list]) - 1;
  }
  // Not opened: it may be that of a server that runs.
  expect(await readFile(join(copy, 'data/newsletter.sqlite'), 'utf8')).toBe('');
  // The build ends with an error where one of them is over its budget.
  expect(stdout).toContain(`HTML of ${addresses} addresses`);
}, 300_000);
