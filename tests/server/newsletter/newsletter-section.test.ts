import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { findOnly, parseHtml, readText } from '../../helpers/parse-html.ts';

const heading = (html: string) => readText(findOnly(parseHtml(html), 'h1'));

test('a form sent without JavaScript is told that the newsletter is not open yet', async () => {
  const answer = await request(createApp())
    .post('/newsletter')
    .set('accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
    .type('form')
    .send({ email: 'me@example.org' });
  expect(answer.status).toBe(503);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(heading(answer.text)).toBe('The newsletter is not open yet');
});

test('the script of the site is told the same as JSON', async () => {
  const answer = await request(createApp())
    .post('/newsletter')
    .set('accept', 'application/json')
    .type('form')
    .send({ email: 'me@example.org' });
  expect(answer.status).toBe(503);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body).toEqual({ outcome: 'not-open' });
});

describe('what was sent', () => {
  test.each([
    ['nothing', ''],
    ['half an address', 'email=me'],
    ['a script', 'email=%3Cscript%3Ealert(1)%3C%2Fscript%3E'],
    ['not even a form', '\0\u0001'],
    ['a hundred kilobytes', `email=${'a'.repeat(100_000)}`],
  ])('is never read, so %s is answered alike', async (_what, body) => {
    const answer = await request(createApp()).post('/newsletter').type('form').send(body);
    expect(answer.status).toBe(503);
    expect(answer.text).not.toContain('alert(1)');
  });

  test('stands nowhere in the answer', async () => {
    const answer = await request(createApp())
      .post('/newsletter?email=find-me@example.org')
      .type('form')
      .send({ email: 'find-me@example.org' });
    expect(answer.text).not.toContain('find-me');
  });
});

test.each([undefined, '*/*', 'image/png'])(
  'who accepts %s is answered with the page',
  async (accept) => {
    const asked = request(createApp()).post('/newsletter');
    const answer = await (accept === undefined ? asked : asked.set('accept', accept));
    expect(answer.status).toBe(503);
    expect(heading(answer.text)).toBe('The newsletter is not open yet');
  },
);

test('the newsletter can only be posted to', async () => {
  for (const method of ['get', 'head', 'put', 'delete', 'patch', 'options'] as const) {
    const answer = await request(createApp())[method]('/newsletter');
    expect([method, answer.status, answer.headers['allow']]).toEqual([method, 405, 'POST']);
  }
  expect(heading((await request(createApp()).get('/newsletter')).text)).toBe(
    'This page can only be read',
  );
});
