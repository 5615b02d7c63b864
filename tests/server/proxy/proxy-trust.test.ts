import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { trustNobody } from '#server/proxy/proxy-trust.ts';
import { makeLogger } from '../../helpers/site/make-logger.ts';
import { trustLoopback } from '../../helpers/site/open-site.ts';

test.each([
  [1, 'that is not trusted', trustNobody],
  [0, 'that is trusted', trustLoopback],
])('%i line names TRUST_PROXY for the requests of a proxy %s', async (count, _which, trust) => {
  const { logger, lines } = makeLogger();
  const app = createApp({ logger, trust });
  await request(app).get('/about');
  const find = () => lines.filter(({ msg }) => String(msg).includes('TRUST_PROXY'));
  expect(find()).toEqual([]);
  for (const path of ['/about', '/feed.xml']) {
    await request(app).get(path).set('x-forwarded-for', '203.0.113.7');
  }
  expect(find()).toHaveLength(count);
});
