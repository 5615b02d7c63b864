import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createMetrics } from '#server/observe/metrics.ts';
import { ask, withServer } from '../../helpers/ask.ts';
import { levels, makeLogger } from '../../helpers/make-logger.ts';
import { readSamples } from '../../helpers/read-samples.ts';
import { trustLoopback } from '../../helpers/trust-loopback.ts';

const origin = 'https://circle.example';

/** As Chromium 156 and Firefox 153 send it, with what a visitor's address may hold. */
const violation = {
  'csp-report': {
    'document-uri': `${origin}/newsletter/confirm?token=private-token`,
    referrer: 'https://private.example/inbox',
    'violated-directive': 'script-src-elem',
    'effective-directive': 'script-src-elem',
    'original-policy': "default-src 'none'",
    disposition: 'enforce',
    'blocked-uri': 'https://tracker.example/private/path.js?private=1',
    'line-number': 12,
    'column-number': 5,
    'source-file': `${origin}/assets/entry-ABCDEFGH.js?private`,
    'status-code': 200,
    'script-sample': 'alert("private words")',
  },
};

const failure = {
  kind: 'uncaught',
  message: 'TypeError: asha@example.org is not a function',
  stack: '    at p (/assets/entry-ABCDEFGH.js:1:2)\n    at main',
  page: '/blog?private=1#private',
};

const types = {
  legacy: 'application/csp-report',
  list: 'application/reports+json',
  own: 'application/json',
} as const;

function makeSite(given: Parameters<typeof createApp>[0] = {}) {
  const log = makeLogger();
  const metrics = createMetrics({
    getCacheUsage: () => ({ count: 0, bytes: 0 }),
    countConnections: async () => 0,
    getBacklog: undefined,
  });
  const app = createApp({
    logger: log.logger,
    metrics: metrics.recorder,
    trust: trustLoopback,
    ...given,
  });
  return {
    app,
    log,
    post: (type: string, body: unknown) =>
      request(app)
        .post('/reports')
        .type(type)
        .send(typeof body === 'string' ? body : JSON.stringify(body)),
    findReports: () => log.lines.filter(({ msg }) => msg === 'reported by a browser'),
    count: async (series: string) => readSamples(await metrics.expose()).get(series),
  };
}

test('a violation of the policy is a line that says what, where and in which file, and no more', async () => {
  const { post, findReports, count, log } = makeSite();
  const response = await post(types.legacy, violation).set('x-request-id', 'the-report');
  expect([response.status, response.text]).toEqual([204, '']);
  expect(response.headers['cache-control']).toBe('no-store');
  const [line, ...others] = findReports();
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    level: levels.warn,
    requestId: 'the-report',
    kind: 'policy',
    directive: 'script-src-elem',
    blocked: 'https://tracker.example',
    page: '/newsletter/confirm',
    source: '/assets/entry-ABCDEFGH.js',
    line: 12,
    column: 5,
  });
  expect(JSON.stringify(log.lines)).not.toMatch(/private|alert/);
  expect(await count('browser_reports_total{kind="policy"}')).toBe(1);
});

test('the Reporting API’s form is understood too, ten of a body, and what it adds is left out', async () => {
  const { post, findReports, log } = makeSite();
  const one = {
    type: 'csp-violation',
    age: 1,
    url: `${origin}/?private`,
    user_agent: 'private agent',
    body: {
      documentURL: `${origin}/events?private=1`,
      effectiveDirective: 'style-src-elem',
      blockedURL: 'inline',
      sample: 'private',
      lineNumber: 3,
    },
  };
  const body = [{ type: 'deprecation', body: {} }, ...Array.from({ length: 20 }, () => one)];
  expect((await post(types.list, body)).status).toBe(204);
  expect(findReports()).toHaveLength(10);
  expect(findReports()[0]).toMatchObject({
    kind: 'policy',
    directive: 'style-src-elem',
    blocked: 'inline',
    page: '/events',
    line: 3,
  });
  expect(JSON.stringify(log.lines)).not.toContain('private');
});

test('a failure of our script is a line with its words, its place and its page', async () => {
  const { post, findReports, count, log } = makeSite();
  expect((await post(types.own, failure)).status).toBe(204);
  expect(findReports()).toEqual([
    expect.objectContaining({
      level: levels.warn,
      kind: 'uncaught',
      message: 'TypeError: [address] is not a function',
      stack: 'at p (/assets/entry-ABCDEFGH.js:1:2) at main',
      page: '/blog',
    }),
  ]);
  expect(JSON.stringify(log.lines)).not.toMatch(/private|asha/);
  expect(await count('browser_reports_total{kind="uncaught"}')).toBe(1);
});

test('each kind of report is counted as that', async () => {
  const { post, count } = makeSite();
  for (const kind of ['hydration', 'recovered', 'caught', 'uncaught', 'script', 'rejection']) {
    const series = `browser_reports_total{kind="${kind}"}`;
    expect(await count(series)).toBe(0);
    await post(types.own, { ...failure, kind });
    expect(await count(series)).toBe(1);
  }
});

test('what an extension of the browser does is no warning, and no count of ours', async () => {
  const { post, findReports, count } = makeSite();
  const report = violation['csp-report'];
  const source = 'moz-extension://0b6a7c9e-private/content.js';
  await post(types.legacy, { 'csp-report': { ...report, 'source-file': source } });
  await post(types.own, { ...failure, stack: 'at x (chrome-extension://abcdefprivate/x.js:1:1)' });
  expect(findReports().map(({ level, kind }) => [level, kind])).toEqual([
    [levels.info, 'extension'],
    [levels.info, 'extension'],
  ]);
  expect(findReports()[0]).toMatchObject({ source: 'moz-extension:' });
  expect(await count('browser_reports_total{kind="extension"}')).toBe(2);
  expect(await count('browser_reports_total{kind="policy"}')).toBe(0);
});

describe('hostile reports', () => {
  test.each([
    [types.own, ''],
    [types.own, 'not JSON'],
    [types.own, 'null'],
    [types.own, '[]'],
    [types.own, { ...failure, kind: '__proto__' }],
    [types.own, { ...failure, message: 5 }],
    [types.legacy, '{}'],
    [types.legacy, { 'csp-report': 'text' }],
    [types.legacy, [violation]],
    [types.list, '{}'],
    [types.list, [null]],
    [types.list, 'null'],
  ])('%s %j is a 400 without a line', async (type, body) => {
    const { post, findReports, count } = makeSite();
    const response = await post(type, body);
    expect([response.status, response.text]).toEqual([400, '']);
    expect(findReports()).toEqual([]);
    expect(await count('browser_reports_rejected_total{reason="malformed"}')).toBe(1);
  });

  test('control characters, a second line and great length do not reach the log', async () => {
    const { post, findReports } = makeSite();
    const text = `a\n{"level":60,"msg":"forged"}\u001b[2J\u0000\u202e${'x'.repeat(3_000)}`;
    await post(types.own, { ...failure, message: text, stack: text, page: text });
    const strange = `${origin}/\n\u001b[2J${'y'.repeat(3_000)}`;
    await post(types.legacy, {
      'csp-report': {
        'document-uri': strange,
        'effective-directive': text,
        'blocked-uri': `javascript:${text}`,
        'source-file': 'no address at all',
        'line-number': -1,
        'column-number': 'many',
      },
    });
    const [first = {}, second = {}] = findReports();
    for (const value of [...Object.values(first), ...Object.values(second)]) {
      expect(String(value)).toMatch(/^[^\p{C}\n]{0,1200}$/u);
    }
    expect(second).toMatchObject({
      directive: 'unknown',
      blocked: 'javascript:',
      source: 'unknown',
    });
    expect(second).not.toHaveProperty('line');
    expect(second).not.toHaveProperty('column');
    expect(String(second['page']).length).toBeLessThanOrEqual(200);
  });

  test('fields that we do not know cannot be added to a line', async () => {
    const { post, findReports } = makeSite();
    const more = { level: 60, msg: 'forged', requestId: 'forged', err: {}, address: 'private' };
    await post(types.own, { ...failure, ...more });
    expect(JSON.stringify(findReports())).not.toMatch(/forged|private/);
    expect(findReports()).toHaveLength(1);
  });

  test('a body of more than 16 kB is a 413, also when it does not say so', async () => {
    const { app, post } = makeSite();
    const large = { ...failure, stack: 'x'.repeat(16_400) };
    expect((await post(types.own, large)).status).toBe(413);
    expect((await post(types.own, { ...failure, stack: 'x'.repeat(16_000) })).status).toBe(204);
    await withServer(app, async (port) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(JSON.stringify(large)));
          controller.close();
        },
      });
      const sent = { method: 'POST', headers: { 'content-type': types.own }, body, duplex: 'half' };
      const response = await fetch(`http://127.0.0.1:${port}/reports`, sent);
      expect(response.status).toBe(413);
    });
  });

  test('a type that a page elsewhere could send is a 415, another method a 405', async () => {
    const { app, post } = makeSite();
    for (const type of ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded']) {
      expect((await post(type, JSON.stringify(failure))).status).toBe(415);
    }
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await ask(app, { path: '/reports', method });
      expect([method, status, headers.allow]).toEqual([method, 405, 'POST']);
    }
  });

  test.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://elsewhere.example' }],
    [{ origin: 'null' }],
  ])('from another site (%j) it is a 403', async (headers) => {
    const { post, findReports, count } = makeSite();
    expect((await post(types.own, failure).set(headers)).status).toBe(403);
    expect(findReports()).toEqual([]);
    expect(await count('browser_reports_rejected_total{reason="origin"}')).toBe(1);
  });
});

test('more than twenty a minute from one network are a 429 that says how long to wait', async () => {
  // Behind a proxy of ours: the visitor's address is the one that it adds.
  const { post, findReports, count } = makeSite({ trust: (_address, distance) => distance < 1 });
  const send = (address: string) => post(types.own, failure).set('x-forwarded-for', address);
  for (let time = 0; time < 20; time += 1) expect((await send('203.0.113.7')).status).toBe(204);
  const limited = await send('203.0.113.7');
  expect(limited.status).toBe(429);
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(limited.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await send('203.0.113.8')).status).toBe(204);
  // One household's addresses are one network.
  for (let time = 0; time < 20; time += 1) await send(`2001:db8:1:2::${time}`);
  expect((await send('2001:db8:1:2:ffff::1')).status).toBe(429);
  expect(findReports()).toHaveLength(41);
  expect(await count('browser_reports_rejected_total{reason="limited"}')).toBe(2);
});
