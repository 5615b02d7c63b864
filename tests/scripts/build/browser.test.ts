import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { buildBrowser } from '#scripts/build/browser.ts';
import { siteContent } from '#shared/content.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

test('no script holds what editors add to, nor a page the newsletter form that it does not have', async () => {
  const outDir = await makeFolder();
  const { metafile, manifest } = await buildBrowser(outDir);
  const lists = ['events', 'posts', 'team', 'partners', 'investor-faq'];
  const bundled = Object.keys(metafile.inputs);
  expect(bundled).toContain('shared/content/blog.ts');
  const isList = (path: string) => lists.some((name) => path.endsWith(`content/${name}.ts`));
  expect(bundled.filter(isList)).toEqual([]);
  // Nor the mathematics of the drawings.
  expect(
    bundled.filter((path) => /kolam\/(kolam|emblems|lattice|mirrors|path|drawings)\.ts/.test(path)),
  ).toEqual([]);
  const folder = join(outDir, 'client/assets');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const scripts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const code = scripts.join('\n');
  const { events, posts, team, questions } = siteContent;
  const texts = [...events, ...posts].map(({ title }) => title);
  texts.push(...team.map(({ bio }) => bio), ...questions.map(({ question }) => question));
  // A short one may be a word of the code.
  expect(texts.filter((text) => text.length > 20 && code.includes(text))).toEqual([]);

  // What a page is said to need is all that it imports, each file once, and nothing that is lazy.
  const { outputs } = metafile;
  const pathOf = (file: string) => Object.keys(outputs).find((path) => path.endsWith(file)) ?? '';
  const holds = (file: string, source: string) => source in (outputs[pathOf(file)]?.inputs ?? {});
  const { entry, pages } = manifest;
  expect(holds(entry, 'client/entry.tsx')).toBe(true);
  for (const [id, { scripts: own }] of Object.entries(pages)) {
    const files = [entry, ...manifest.scripts, ...own];
    const page = `client/pages/${id}-page.tsx`;
    const pageFiles = files.filter((file) => holds(file, page));
    expect(pageFiles, id).toHaveLength(1);
    expect(new Set(files).size, id).toBe(files.length);
    expect(files.filter((file) => holds(file, 'client/notifications/toaster.tsx'))).toEqual([]);
    for (const { kind, path } of files.flatMap((file) => outputs[pathOf(file)]?.imports ?? [])) {
      const name = `/assets/${basename(path)}`;
      if (kind === 'import-statement') expect(files, id).toContain(name);
    }
  }
  const form = 'client/components/newsletter-form.tsx';
  const countForms = (page: string) =>
    pages[page]?.scripts.filter((file) => holds(file, form)).length;
  expect([countForms('home'), countForms('about')]).toEqual([1, 0]);
}, 120_000);
