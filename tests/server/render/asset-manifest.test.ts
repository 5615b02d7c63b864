import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { type AssetManifest, readAssetManifest } from '#server/render/asset-manifest.ts';
import { askFor, everyRow } from '../../helpers/every-response.ts';
import { findElements, type HtmlElement, parseHtml } from '../../helpers/parse-html.ts';
import { hasAttribute } from '../../helpers/read-page.ts';
import { withFolder } from '../../helpers/temporary-folder.ts';

const manifest: AssetManifest = {
  entry: '/assets/entry-11111111.js',
  preload: ['/assets/shared-22222222.js'],
  inlineScript: 'start()',
  version: 'AAAAAAAA',
  pages: { home: ['/assets/home-33333333.js'], about: ['/assets/about-44444444.js'] },
};

/** What the inline script imports once the page has been painted. */
const readScripts = (root: HtmlElement) =>
  findElements(root, hasAttribute('data-scripts')).flatMap(({ attributes }) =>
    attributes.get('data-scripts')?.split(' '),
  );

/** What the browser would fetch without the inline script. */
const readUntold = (root: HtmlElement) => [
  ...findElements(root, hasAttribute('src')).filter(({ name }) => name === 'script'),
  ...findElements(root, hasAttribute('rel', 'modulepreload')),
];

test('a page names its scripts and leaves it to the inline script when to fetch them', async () => {
  const root = parseHtml((await request(createApp({ assets: manifest })).get('/about')).text);
  expect(readScripts(root)).toEqual([
    '/assets/entry-11111111.js',
    '/assets/shared-22222222.js',
    '/assets/about-44444444.js',
  ]);
});

test.each(everyRow)('$id is hydrated, unless it stands in a frame', async (row) => {
  const { text } = await askFor(row, { assets: manifest });
  const root = parseHtml(text);
  if (row.page.framed) expect(readScripts(root)).toEqual([]);
  else expect(readScripts(root)[0]).toBe(manifest.entry);
  expect(readUntold(root)).toEqual([]);
  // Its fonts are preloaded where no script can.
  const preloads = '(<link rel="preload" as="font"[^>]*>){2}';
  expect(text).toMatch(
    row.page.framed ? new RegExp(preloads) : new RegExp(`<noscript>${preloads}</noscript>`),
  );
});

test('without a build the pages are complete and load no script', async () => {
  const root = parseHtml((await request(createApp()).get('/about')).text);
  expect(readScripts(root)).toEqual([]);
  expect(readUntold(root)).toEqual([]);
});

test('the manifest of a build is read as it was written, and a missing or strange one is an error', async () => {
  await withFolder({ 'manifest.json': JSON.stringify(manifest) }, (folder) => {
    const version = expect.stringMatching(/^[\w-]{8}$/);
    expect(readAssetManifest(folder)).toEqual({ ...manifest, version });
  });
  await withFolder({}, (folder) => {
    expect(() => readAssetManifest(folder)).toThrow('ENOENT');
  });
  for (const text of [
    ...['', 'nonsense', '{}', '[]', 'null', '{"entry":"/a.js","preload":[],"pages":{}}'],
    '{"entry":1,"preload":[],"pages":{},"inlineScript":""}',
    '{"entry":"/a.js","preload":"/a.js","pages":{},"inlineScript":""}',
    '{"entry":"/a.js","preload":[],"pages":{"home":[1]},"inlineScript":""}',
  ]) {
    await withFolder({ 'manifest.json': text }, (folder) => {
      expect(() => readAssetManifest(folder), text).toThrow();
    });
  }
});
