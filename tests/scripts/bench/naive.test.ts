import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { NaiveApp } from '#scripts/bench/naive/app.tsx';
import { getOnly, parseHtml, readText } from '../../helpers/parse-html.ts';
import { readPage } from '../../helpers/read-page.ts';

test('the naive reference of the benchmark says what the home page says', async () => {
  const router = createElement(StaticRouter, { location: '/' }, createElement(NaiveApp));
  const naive = getOnly(parseHtml(renderToStaticMarkup(router)), 'main');
  const { words } = await readPage('/');
  const own = words.replace('Leave this empty:', ''); // It is hidden.
  expect(readText(naive).split(' ').join('')).toBe(own.split(' ').join(''));
});
