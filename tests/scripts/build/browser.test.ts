import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { buildBrowser } from '#scripts/build/browser.ts';
import { siteContent } from '#shared/content.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

test('no script contains lists of entries; a page loads the code of all pages, and the packages in a file of their own', async () => {
  const folder = await makeFolder();
  const outDir = join(folder, 'dist');
  const { metafile, manifest } = await buildBrowser(outDir);
  const bundled = Object.keys(metafile.inputs);
  expect(bundled).toContain('shared/content/blog.ts');
  const lists = /content\/(events|posts|team|partners|investor-faq)\.ts$/;
  const mathematics = /kolam\/(kolam|lattice|mirrors|path|drawings)\.ts/;
  expect(bundled.filter((path) => lists.test(path) || mathematics.test(path))).toEqual([]);
  const scripts = globSync(join(outDir, 'client/assets/*.js'));
  const code = scripts.map((path) => readFileSync(path, 'utf8')).join('\n');
  const { events, posts, team, questions } = siteContent;
  const texts = [...events, ...posts].map(({ title }) => title);
  texts.push(...team.map(({ bio }) => bio), ...questions.map(({ question }) => question));
  // A short text may be a word of the code.
  expect(texts.filter((text) => text.length > 20 && code.includes(text))).toEqual([]);

  // A page loads the code of all pages at once, each module once, and no code that most visits never need.
  const names = new Set(manifest.scripts.map((path) => basename(path)));
  expect(names.size).toBe(manifest.scripts.length);
  const loaded = Object.entries(metafile.outputs).filter(([path]) => names.has(basename(path)));
  const modules = loaded.map(([, { inputs }]) => Object.keys(inputs));
  const files = globSync('client/pages/**/*-page{,s}.tsx');
  const pages = files.map((path) => path.replaceAll('\\', '/'));
  expect(pages).toContain('client/pages/problems/problem-pages.tsx');
  expect(modules.flat()).toEqual(expect.arrayContaining(pages));
  expect(new Set(modules.flat()).size).toBe(modules.flat().length);
  const onDemand = /toaster|base-ui/;
  expect(modules.flat().filter((path) => onDemand.test(path))).toEqual([]);
  // React is in a file without our code, so releases do not change it.
  const withReact = modules.find((each) => each.some((path) => path.includes('react-dom')));
  expect(withReact?.filter((path) => !path.startsWith('node_modules/'))).toEqual([]);

  // The source maps are for operators; visitors get none.
  expect(code).not.toContain('sourceMappingURL');
  expect(globSync(join(outDir, 'client/**/*.map'))).toEqual([]);
  const message = 'No data for ';
  const script = scripts.find((path) => readFileSync(path, 'utf8').includes(message)) ?? '';
  const lines = readFileSync(script, 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes(message));
  const column = lines[line]?.indexOf(message) ?? 0;
  const document = readFileSync('scripts/deploy/README.md', 'utf8');
  const [, command = ''] = /^ {4}node (-p 'const [\s\S]+?) entry-\S+$/m.exec(document) ?? [];
  const position = `${basename(script)}:${line + 1}:${column + 1}`;
  const found = execFileSync('sh', ['-c', `'${process.execPath}' ${command} ${position}`], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(found).toContain("fileName: 'client/data/page-query.ts'");
});
