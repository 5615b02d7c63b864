import request from 'supertest';
import { expect, test } from 'vitest';
import { type AppDependencies, createApp } from '#server/app.ts';
import { ask } from '../../helpers/site/ask.ts';
import { levels, makeLogger } from '../../helpers/site/make-logger.ts';
import { makeMetrics } from '../../helpers/site/make-metrics.ts';
import { trustLoopback } from '../../helpers/site/open-site.ts';
import { serve } from '../../helpers/until-test-ends.ts';

const origin = 'https://circle.example';

/** Reports of Chromium 156 and Firefox 153, with private parts. */
const violation = {
  'csp-report': {
    'document-uri': `${origin}/newsletter/confirm?token=private-token`,
    referrer: 'https://private.example/inbox',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://tracker.example/private/path.js?private=1',
    'line-number': 12,
    'column-number': 5,
    'source-file': `${origin}/assets/entry-ABCDEFGH.js?private`,
    'script-sample': 'alert("private words")',
  },
};

const failure = {
  kind: 'uncaught',
  message: 'TypeError: asha@example.org is not a function',
  stack: '    at p (/assets/entry-ABCDEFGH.js:1:2)\n    at main',
  page: '/blog?private=1#private',
};

const [legacy, own] = ['application/csp-report', 'application/json'] as const;

function makeSite(given: Partial<AppDependencies> = {}) {
  const { logger, lines } = makeLogger();
  const metrics = makeMetrics();
  const app = createApp({ logger, metrics: metrics.recorder, trust: trustLoopback, ...given });
  const count = async (series: string) => (await metrics.read()).get(`browser_reports_${series}`);
  return {
    app,
    lines,
    post(type: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return request(app).post('/reports').set(headers).type(type).send(text);
    },
    listReports: () => lines.filter(({ msg }) => msg === 'reported by a browser'),
    countKind: (kind: string) => count(`total{kind="${kind}"}`),
    countRejected: (reason: string) => count(`rejected_total{reason="${reason}"}`),
  };
}

test('a violation of the policy is a log line with the directive, page and file, and nothing else', async () => {
  const { post, listReports, countKind, lines } = makeSite();
  const { status, text, headers } = await post(legacy, violation, { 'x-request-id': 'the-report' });
  expect([status, text, headers['cache-control']]).toEqual([204, '', 'no-store']);
  expect(listReports()).toEqual([
    expect.objectContaining({
      ...{ level: levels.warn, requestId: 'the-report', kind: 'policy' },
      ...{ directive: 'script-src-elem', blocked: 'https://tracker.example' },
      ...{ page: '/newsletter/confirm', source: '/assets/entry-ABCDEFGH.js', line: 12, column: 5 },
    }),
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/private|alert/);
  expect(await countKind('policy')).toBe(1);
});

test('an error of our script is a log line with message, position, page and commit, counted by kind', async () => {
  const commit = '0123abc';
  const { post, listReports, countKind, lines } = makeSite({ release: { version: '', commit } });
  for (const kind of ['hydration', 'recovered', 'caught', 'uncaught', 'script', 'rejection']) {
    expect(await countKind(kind)).toBe(0);
    expect((await post(own, { ...failure, kind })).status).toBe(204);
    expect(await countKind(kind)).toBe(1);
    expect(listReports().at(-1)).toMatchObject({
      ...{ level: levels.warn, kind, page: '/blog', commit },
      message: 'TypeError: [address] is not a function',
      stack: 'at p (/assets/entry-ABCDEFGH.js:1:2) at main',
    });
  }
  expect(JSON.stringify(lines)).not.toMatch(/private|asha/);
});

test('an error of a browser extension is no warning, and is not counted', async () => {
  const { post, listReports, countKind } = makeSite();
  const source = 'moz-extension://0b6a7c9e-private/content.js';
  await post(legacy, { 'csp-report': { ...violation['csp-report'], 'source-file': source } });
  const safari = { ...violation['csp-report'], 'blocked-uri': 'webkit-masked-url://hidden/' };
  await post(legacy, { 'csp-report': safari });
  await post(own, { ...failure, stack: 'at x (chrome-extension://abcdefprivate/x.js:1:1)' });
  await post(own, { ...failure, stack: 'x@webkit-masked-url://hidden/:1:1' });
  const information = { level: levels.info, kind: 'extension' };
  const sources = [{ source: 'moz-extension:' }, {}, {}, {}];
  expect(listReports()).toMatchObject(sources.map((source) => ({ ...information, ...source })));
  expect([await countKind('extension'), await countKind('policy')]).toEqual([4, 0]);
});

const crossSite = { 'sec-fetch-site': 'cross-site' };
type Sent = Parameters<ReturnType<typeof makeSite>['post']>;

test.each<[what: string, status: number, reason: string, sent: Sent]>([
  ['empty', 400, 'malformed', [own, '']],
  ['not JSON', 400, 'malformed', [own, 'not JSON']],
  ['null', 400, 'malformed', [own, 'null']],
  ['of an unknown kind', 400, 'malformed', [own, { ...failure, kind: '__proto__' }]],
  ['without words', 400, 'malformed', [own, { ...failure, message: 5 }]],
  ['a violation in one word', 400, 'malformed', [legacy, { 'csp-report': 'text' }]],
  ['a list of violations', 400, 'malformed', [legacy, [violation]]],
  ['from another site', 403, 'origin', [own, failure, crossSite]],
])('a report that is %s gets a %i and no log line', async (_what, status, reason, sent) => {
  const { post, listReports, countRejected } = makeSite();
  const response = await post(...sent);
  expect([response.status, await countRejected(reason)]).toEqual([status, 1]);
  expect(response.text).not.toContain('JSON');
  expect(listReports()).toEqual([]);
});

test('control characters, line breaks, long texts and unknown fields of a report are not logged', async () => {
  const { post, listReports } = makeSite();
  const text = `a\n{"level":60,"msg":"forged"}\u001b[2J\u0000\u202e${'x'.repeat(3_000)}`;
  const more = { level: 60, msg: 'forged', requestId: 'forged', err: {}, address: 'private' };
  await post(own, { ...failure, ...more, message: text, stack: text, page: text });
  await post(legacy, {
    'csp-report': {
      'document-uri': `${origin}/\n\u001b[2J${'y'.repeat(3_000)}`,
      ...{ 'effective-directive': text, 'blocked-uri': `javascript:${text}` },
      ...{ 'source-file': 'no address at all', 'line-number': -1, 'column-number': 'many' },
    },
  });
  const [first = {}, second = {}] = listReports();
  for (const value of [...Object.values(first), ...Object.values(second)]) {
    expect(String(value)).toMatch(/^[^\p{C}\n]{0,1200}$/u);
  }
  const requestId: unknown = expect.not.stringMatching('forged');
  expect(first).toMatchObject({ level: levels.warn, requestId });
  expect(first).not.toHaveProperty('address');
  expect(second).toMatchObject({ directive: 'unknown', blocked: 'javascript:', source: 'unknown' });
  for (const name of ['line', 'column']) expect(second).not.toHaveProperty(name);
  expect(String(second['page']).length).toBeLessThanOrEqual(200);
});

test('a report of more than 16 kB gets a 413, also without Content-Length', async () => {
  const { app, post } = makeSite();
  const large = { ...failure, stack: 'x'.repeat(16_400) };
  expect((await post(own, large)).status).toBe(413);
  expect((await post(own, { ...failure, stack: 'x'.repeat(16_000) })).status).toBe(204);
  const body = new Blob([JSON.stringify(large)]).stream(); // without a length
  const sent = { method: 'POST', headers: { 'content-type': own }, body, duplex: 'half' };
  expect((await fetch(`http://127.0.0.1:${await serve(app)}/reports`, sent)).status).toBe(413);
});

test('a report with a type that other sites could send gets a 415, another method a 405', async () => {
  const { app, post } = makeSite();
  for (const type of ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded']) {
    expect((await post(type, JSON.stringify(failure))).status).toBe(415);
  }
  for (const method of ['GET', 'HEAD', 'PUT', 'OPTIONS']) {
    const { status, headers } = await ask(app, { path: '/reports', method });
    expect([method, status, headers.allow]).toEqual([method, 405, 'POST']);
  }
});

test('more than twenty reports a minute get a 429 with Retry-After, and no log line', async () => {
  const { post, listReports, countRejected } = makeSite();
  for (let time = 0; time < 20; time += 1) expect((await post(own, failure)).status).toBe(204);
  const { status, headers } = await post(own, failure);
  expect([status, headers['retry-after']]).toEqual([429, '60']);
  expect(listReports()).toHaveLength(20);
  expect(await countRejected('limited')).toBe(1);
});
