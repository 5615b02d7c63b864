import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import request from 'supertest';
import { expect, test } from 'vitest';
import { haveSameWords } from '#scripts/bench/measure-load.ts';
import { NaiveApp } from '#scripts/bench/naive/app.tsx';
import { createApp } from '#server/app.ts';
import { findNextEvent } from '#shared/events/next-event.ts';
import { publishedContent } from '#shared/site-content.ts';
import { sampleContent } from '../../helpers/content/sample-content.ts';

/* The comparison with the naive home page is unfair if the pages have different words. */

test.each([
  ['the next event', '2025-10-01'],
  ['no event that is planned', '2999-01-01'],
])('the naive home page has the words of ours, with %s', async (_what, day) => {
  const content = { ...publishedContent, programme: sampleContent.programme };
  const now = () => new Date(day);
  const { text } = await request(createApp({ content, now })).get('/');
  const naive = renderToString(
    <StaticRouter location="/">
      <NaiveApp {...findNextEvent(content.programme.events, now().getTime())} />
    </StaticRouter>,
  );
  expect(haveSameWords(text, naive)).toBe(true);
  expect(haveSameWords(text, naive.replace('Legal', ''))).toBe(false);
});
