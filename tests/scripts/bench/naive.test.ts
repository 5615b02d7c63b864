import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { NaiveApp } from '#scripts/bench/naive/app.tsx';
import { getOnly, parseHtml, readText } from '../../helpers/parse-html.ts';
import { readPage } from '../../helpers/read-page.ts';

test('the naive reference of the benchmark says what the home page says', async () => {
  const router = createElement(StaticRouter, { location: '/' }, createElement(NaiveApp));
  const roots = [parseHtml(renderToStaticMarkup(router)), (await readPage('/')).root];
  const [naive, ours] = roots.map((root) => readText(getOnly(root, 'body')).replaceAll(' ', ''));
  expect(naive).toBe(ours?.replace('Leavethisempty:', '')); // It is hidden.
});
