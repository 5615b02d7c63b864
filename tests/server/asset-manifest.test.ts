import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { type AssetManifest, readAssetManifest } from '#server/render/asset-manifest.ts';
import { askFor, everyAnswer } from '../helpers/every-answer.ts';
import { findElements, type HtmlElement, parseHtml } from '../helpers/parse-html.ts';
import { hasAttribute } from '../helpers/read-page.ts';
import { withFolder } from '../helpers/temporary-folder.ts';

const manifest: AssetManifest = {
  entry: '/assets/entry-11111111.js',
  preload: ['/assets/entry-11111111.js', '/assets/shared-22222222.js'],
  pages: { home: ['/assets/home-33333333.js'], about: ['/assets/about-44444444.js'] },
};

const readScripts = (root: HtmlElement) =>
  findElements(root, hasAttribute('src')).filter(({ name }) => name === 'script');

const readPreloads = (root: HtmlElement) =>
  findElements(root, hasAttribute('rel', 'modulepreload')).map(({ attributes }) =>
    attributes.get('href'),
  );

test('a page loads the entry as a module and has its own code fetched meanwhile', async () => {
  const root = parseHtml((await request(createApp({ assets: manifest })).get('/about')).text);
  expect(readScripts(root).map(({ attributes }) => Object.fromEntries(attributes))).toEqual([
    { type: 'module', src: '/assets/entry-11111111.js' },
  ]);
  expect(readPreloads(root)).toEqual([
    '/assets/entry-11111111.js',
    '/assets/shared-22222222.js',
    '/assets/about-44444444.js',
  ]);
});

test.each(everyAnswer)('$id is hydrated, unless it stands in a frame', async (row) => {
  const root = parseHtml((await askFor(row, { assets: manifest })).text);
  expect(readScripts(root)).toHaveLength(row.page.framed ? 0 : 1);
  if (row.page.framed) expect(readPreloads(root)).toEqual([]);
});

test('without a build the pages are complete and load no script', async () => {
  const root = parseHtml((await request(createApp()).get('/about')).text);
  expect(readScripts(root)).toEqual([]);
  expect(readPreloads(root)).toEqual([]);
});

describe('the manifest of a build', () => {
  test('is read as it was written', async () => {
    await withFolder({ 'manifest.json': JSON.stringify(manifest) }, (folder) => {
      expect(readAssetManifest(folder)).toEqual(manifest);
    });
  });

  test('that is missing is an error', async () => {
    await withFolder({}, (folder) => {
      expect(() => readAssetManifest(folder)).toThrow('ENOENT');
    });
  });

  test.each([
    '',
    'nonsense',
    '{}',
    '[]',
    'null',
    '{"entry":1,"preload":[],"pages":{}}',
    '{"entry":"/a.js","preload":"/a.js","pages":{}}',
    '{"entry":"/a.js","preload":[],"pages":{"home":[1]}}',
  ])('that says %s is an error', async (text) => {
    await withFolder({ 'manifest.json': text }, (folder) => {
      expect(() => readAssetManifest(folder)).toThrow();
    });
  });
});
