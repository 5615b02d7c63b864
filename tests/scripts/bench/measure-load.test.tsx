import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import request from 'supertest';
import { expect, test } from 'vitest';
import { haveSameWords } from '#scripts/bench/measure-load.ts';
import { NaiveApp } from '#scripts/bench/naive/app.tsx';
import { createApp } from '#server/app.ts';

test('the naive home page has the words of ours, or the comparison is unfair', async () => {
  const now = () => new Date('2999-01-01'); // The naive page names no event.
  const { text } = await request(createApp({ now })).get('/');
  const naive = renderToString(
    <StaticRouter location="/">
      <NaiveApp />
    </StaticRouter>,
  );
  expect(haveSameWords(text, naive)).toBe(true);
  expect(haveSameWords(text, naive.replace('Legal', ''))).toBe(false);
});
