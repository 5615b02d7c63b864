import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { AssetManifest } from '#server/render/asset-manifest.ts';
import { type HtmlElement, listElements } from '../../helpers/documents/parse-html.ts';
import { hasAttribute, readPage } from '../../helpers/site/read-page.ts';

const manifest: AssetManifest = {
  scripts: ['/entry.js', '/shared.js'],
  inlineScript: 'start()',
  version: 'AAAAAAAA',
};

/** The scripts that the inline script imports after the first paint. */
const readScripts = (root: HtmlElement) =>
  listElements(root, hasAttribute('data-scripts')).flatMap(({ attributes }) =>
    attributes.get('data-scripts')?.split(' '),
  );

test('a page names its scripts, in the order in which they are needed', async () => {
  const { root } = await readPage('/about', createApp({ assets: manifest }));
  expect(readScripts(root)).toEqual(['/entry.js', '/shared.js']);
  expect(readScripts((await readPage('/about')).root)).toEqual([]); // There is no build.
});

test('the embedded page, in which no script runs, preloads its fonts', async () => {
  const { root, response } = await readPage('/contact/form', createApp({ assets: manifest }));
  expect(readScripts(root)).toEqual([]);
  expect(response.text).toMatch(/(<link rel="preload" as="font"[^>]*>){2}/);
});
