import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildBrowser } from '#scripts/build/browser.ts';
import { siteContent } from '#shared/content.ts';
import { withFolder } from '../../helpers/temporary-folder.ts';

/* What editors add to reaches a browser as data of a page: scripts that held it would grow with it. */

test('no script holds an event, a post, a person, a partner, a question, or what draws', async () => {
  await withFolder({}, async (outDir) => {
    const { metafile, manifest } = await buildBrowser({ mode: 'production', outDir });
    const lists = ['events', 'posts', 'team', 'partners', 'investor-faq'];
    const bundled = Object.keys(metafile.inputs);
    expect(bundled).toContain('shared/content/blog.ts');
    expect(
      bundled.filter((path) => lists.some((name) => path.endsWith(`content/${name}.ts`))),
    ).toEqual([]);
    expect(bundled.filter((path) => path.startsWith('shared/kolam'))).toEqual([]);
    const folder = join(outDir, 'client/assets');
    const scripts = (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8'));
    const code = (await Promise.all(scripts)).join('\n');
    const { events, posts, team, questions } = siteContent;
    const texts = [...events, ...posts].map(({ title }) => title);
    texts.push(...team.map(({ bio }) => bio), ...questions.map(({ question }) => question));
    expect(texts.filter((text) => code.includes(text))).toEqual([]);
    expect(manifest.pages['events']?.length).toBeGreaterThan(0);
  });
}, 60_000);

test('a page that has no newsletter form does not load its code', async () => {
  await withFolder({}, async (outDir) => {
    const { metafile, manifest } = await buildBrowser({ mode: 'production', outDir });
    const filesOf = (page: string) => [manifest.entry, ...(manifest.pages[page] ?? [])];
    const holdsForm = (file: string) =>
      Object.entries(metafile.outputs).some(
        ([path, { inputs }]) =>
          path.endsWith(file) && 'client/components/newsletter-form.tsx' in inputs,
      );
    expect(filesOf('home').filter(holdsForm)).toHaveLength(1);
    expect(filesOf('events').filter(holdsForm)).toEqual([]);
  });
}, 60_000);
