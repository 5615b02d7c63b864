import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { findOnly, parseHtml, readText } from '../../helpers/parse-html.ts';

const heading = (html: string) => readText(findOnly(parseHtml(html), 'h1'));

test.each(['text/html,application/xhtml+xml,*/*;q=0.8', '*/*', 'image/png'])(
  'a form that accepts %s gets the page that the newsletter is not open yet, without what was sent',
  async (accept) => {
    const { status, headers, text } = await request(createApp())
      .post('/newsletter?email=find-me@example.org')
      .set('accept', accept)
      .type('form')
      .send({ email: 'find-me@example.org' });
    expect([status, headers['cache-control']]).toEqual([503, 'no-store']);
    expect(heading(text)).toBe('The newsletter is not open yet');
    expect(text).not.toContain('find-me');
  },
);

test('the script of the site gets the same as JSON', async () => {
  const { status, headers, body } = await request(createApp())
    .post('/newsletter')
    .set('accept', 'application/json')
    .type('form')
    .send({ email: 'me@example.org' });
  expect([status, body]).toEqual([503, { outcome: 'not-open' }]);
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(headers['cache-control']).toBe('no-store');
});

test('the newsletter can only be posted to', async () => {
  for (const method of ['get', 'head', 'put', 'delete', 'patch', 'options'] as const) {
    const { status, headers } = await request(createApp())[method]('/newsletter');
    expect([method, status, headers['allow']]).toEqual([method, 405, 'POST']);
  }
  const { text } = await request(createApp()).get('/newsletter');
  expect(heading(text)).toBe('This page can only be read');
});
