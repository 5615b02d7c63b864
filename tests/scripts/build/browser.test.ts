import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { buildBrowser } from '#scripts/build/browser.ts';
import { siteContent } from '#shared/content.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

test('no script holds what editors add to, nor a page the newsletter form that it does not have', async () => {
  const outDir = await makeFolder();
  const { metafile, manifest } = await buildBrowser(outDir);
  const bundled = Object.keys(metafile.inputs);
  expect(bundled).toContain('shared/content/blog.ts');
  const lists = /content\/(events|posts|team|partners|investor-faq)\.ts$/;
  const mathematics = /kolam\/(kolam|emblems|lattice|mirrors|path|drawings)\.ts/;
  expect(bundled.filter((path) => lists.test(path) || mathematics.test(path))).toEqual([]);
  const scripts = globSync(join(outDir, 'client/assets/*.js'));
  const code = scripts.map((path) => readFileSync(path, 'utf8')).join('\n');
  const { events, posts, team, questions } = siteContent;
  const texts = [...events, ...posts].map(({ title }) => title);
  texts.push(...team.map(({ bio }) => bio), ...questions.map(({ question }) => question));
  // A short one may be a word of the code.
  expect(texts.filter((text) => text.length > 20 && code.includes(text))).toEqual([]);

  // What a page is said to need is all that it imports, each file once, and nothing that is lazy.
  const outputOf = (file: string) =>
    Object.entries(metafile.outputs).find(([path]) => path.endsWith(file))?.[1];
  const holds = (file: string, source: string) => source in (outputOf(file)?.inputs ?? {});
  const { entry, pages } = manifest;
  expect(holds(entry, 'client/entry.tsx')).toBe(true);
  for (const [id, { scripts: own }] of Object.entries(pages)) {
    const files = [entry, ...manifest.scripts, ...own];
    const count = (source: string) => files.filter((file) => holds(file, source)).length;
    expect(count(`client/pages/${id}-page.tsx`), id).toBe(1);
    expect(count('client/notifications/toaster.tsx'), id).toBe(0);
    expect(new Set(files).size, id).toBe(files.length);
    for (const { kind, path } of files.flatMap((file) => outputOf(file)?.imports ?? [])) {
      const name = `/assets/${basename(path)}`;
      if (kind === 'import-statement') expect(files, id).toContain(name);
    }
  }
  const form = 'client/components/newsletter-form.tsx';
  const countForms = (page: string) =>
    pages[page]?.scripts.filter((file) => holds(file, form)).length;
  expect([countForms('home'), countForms('about')]).toEqual([1, 0]);
}, 120_000);
