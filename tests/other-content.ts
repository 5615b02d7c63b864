import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { day, hour } from '#shared/dates/durations.ts';
import type { EventEntry } from '#shared/events/event-entry.ts';
import { makeEntry } from './helpers/content/make-event.ts';
import { copyTree, repo } from './helpers/copy-tree.ts';
import { makeTemporaryFolder } from './helpers/temporary-folder.ts';

/* A part of `npm run test:system`: the unit and HTTP tests in copies of the tree of other organisations with other
   content, east and west of ours, because no test may depend on today's. The zones have a fixed offset, in hours. */

for (const [timezone, offset] of [
  ['Asia/Kolkata', 5.5] as const,
  ['America/Bogota', -5] as const,
]) {
  process.exitCode ||= await testElsewhere(timezone, offset);
}

async function testElsewhere(timezone: string, offset: number): Promise<number> {
  /** The local time, this many milliseconds from now. */
  const at = (milliseconds: number) =>
    new Date(Date.now() + offset * hour + milliseconds)
      .toISOString()
      .slice(0, 16)
      .replace('T', ' ');

  const makeNumbered = (id: number, start: number, more: Partial<EventEntry> = {}) =>
    makeEntry({
      ...{ id, title: `Gathering ${id}`, slug: `gathering-${id}` },
      ...{ start: at(start), end: at(start + 6 * hour), published: '2025-01-01' },
      timezone,
      ...more,
    });

  const past = Array.from({ length: 20 }, (_, index) => {
    const place =
      index % 2 ? { city: 'Lisbon', country: 'Portugal' } : { city: 'Pune', country: 'India' };
    return makeNumbered(index + 1, (index - 400) * day, { ...place, tags: ['weaving', 'offline'] });
  });
  const eventEntries = [
    ...past,
    makeNumbered(21, -3 * hour), // under way
    makeNumbered(22, 20 * day), // ahead
    makeNumbered(23, 40 * day, {
      moved: [{ on: '2025-06-01', start: at(30 * day), end: at(30 * day + hour), venue: 'Barn' }],
    }),
    makeNumbered(24, 60 * day, { cancelled: { on: '2025-06-01', reason: 'The hall is closed.' } }),
  ];

  const people = [
    {
      ...{ id: 7, name: 'Zoë Ó Briain', role: 'Everything', bio: 'She does it all.' },
      linkedinUrl: 'https://www.linkedin.com/in/zoe-sample',
    },
  ];
  const lists: readonly (readonly [file: string, list: string, entries: readonly unknown[]])[] = [
    ['events', 'eventEntries', eventEntries],
    ['posts', 'posts', []],
    ['partners', 'partners', []],
    ['team', 'team', people],
  ];

  await using folder = await makeTemporaryFolder();
  await copyTree(folder.path, 'tests', 'vitest.config.ts');
  for (const [file, list, entries] of lists) {
    const text = `export const ${list} = ${JSON.stringify(entries)};\n`;
    await writeFile(join(folder.path, `shared/content/${file}.ts`), text);
  }
  const siteFile = join(folder.path, 'shared/site.ts');
  const siteText = await readFile(siteFile, 'utf8');
  await writeFile(
    siteFile,
    siteText
      .replace(/^ {2}name: .*/m, "  name: 'Bridge House',")
      .replace(/^ {2}identity: .*/m, "  identity: { domain: 'bridge.example', year: 2024 },")
      .replace(/^ {2}timezone: .*/m, `  timezone: '${timezone}',`),
  );
  const filterFile = join(folder.path, 'shared/events/filter-events.ts');
  const filterText = await readFile(filterFile, 'utf8');
  await writeFile(
    filterFile,
    filterText
      .replace("['october', 'november', 'december']", "['march', 'june']")
      .replace(/specified = \[[^\]]*\]/, "specified = [{ value: 'pune', label: 'Pune' }]"),
  );
  const folders = [
    'shared',
    'client',
    ...['middleware', 'render', 'routes'].map((name) => `server/${name}`),
    'scripts/check-content',
  ];
  const vitest = join(repo, 'node_modules/vitest/vitest.mjs');
  const args = ['run', '--project', 'site', ...folders.map((name) => `tests/${name}`)];
  const { status } = spawnSync(process.execPath, [vitest, ...args], {
    cwd: folder.path,
    stdio: 'inherit',
  });
  return status ?? 1;
}
