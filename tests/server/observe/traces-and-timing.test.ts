import { expect, test } from 'vitest';
import { createAccessLog } from '#server/observe/access-log.ts';
import { trustNobody } from '#server/proxy/proxy-trust.ts';
import { makeLogger } from '../../helpers/make-logger.ts';
import { openSite, trustLoopback } from '../../helpers/open-site.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${trace}-00f067aa0ba902b7-01`;

/** A site whose log is read. */
async function openLogged(trust = trustLoopback) {
  const log = makeLogger();
  const accessLog = createAccessLog(log.logger);
  const { ask } = await openSite({ trust, accessLog }, { trust, accessLog });
  return { log, ask };
}

test('the traceparent of a trusted proxy is in the log line and on the response, rendered, cached and not found', async () => {
  const { log, ask } = await openLogged();
  for (const path of ['/', '/', '/no-such-page', '/healthz', '/robots.txt', '/favicon.svg']) {
    const { headers } = await ask(path, { traceparent });
    expect([path, headers['traceparent']]).toEqual([path, traceparent]);
  }
  // Nothing of it stays with the cached response.
  expect((await ask('/')).headers).not.toHaveProperty('traceparent');
  const lines = log.lines.map(({ path, cache, traceparent: logged }) => [path, cache, logged]);
  expect(lines).toContainEqual(['/', 'miss', traceparent]);
  expect(lines).toContainEqual(['/', 'hit', traceparent]);
  expect(lines).toContainEqual(['/no-such-page', 'miss', traceparent]);
  expect(lines).toContainEqual(['/', 'hit', undefined]);
});

test.each([
  ['of anybody else', traceparent, trustNobody],
  ['without a trace', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, trustLoopback],
  ['without a span', `00-${trace}-${'0'.repeat(16)}-01`, trustLoopback],
  ['of version ff', `ff-${trace}-00f067aa0ba902b7-01`, trustLoopback],
  ['in capitals', `00-${trace.toUpperCase()}-00f067aa0ba902b7-01`, trustLoopback],
  ['with more', `00-${trace}-00f067aa0ba902b7-01-more`, trustLoopback],
  ['that is none', 'asha@example.com', trustLoopback],
])('a traceparent %s is ignored', async (_kind, given, trust) => {
  const { log, ask } = await openLogged(trust);
  expect((await ask('/', { traceparent: given })).headers).not.toHaveProperty('traceparent');
  expect(JSON.stringify(log.lines)).not.toContain(given);
});

test('Server-Timing names the cache, rendering and compression where it is turned on, and is absent elsewhere', async () => {
  const { ask } = await openSite({}, { sendsTiming: true });
  const ms = String.raw`dur=\d+(\.\d\d?)?`;
  const read = async (path: string) =>
    (await ask(path, { 'accept-encoding': 'br' })).headers['server-timing'];
  const rendered = new RegExp(`^cache;desc=miss, render;${ms}, compression;${ms}$`);
  for (const path of ['/', '/feed.xml']) {
    expect(await read(path)).toMatch(rendered);
    expect(await read(path)).toMatch(new RegExp(`^cache;desc=hit, compression;${ms}$`));
  }
  const { headers } = await (await openSite()).ask('/');
  for (const name of ['server-timing', 'cache-tag', 'surrogate-key']) {
    expect(headers).not.toHaveProperty(name); // The operator has not asked for them.
  }
});

test.each([
  ['/', 'page,page-home'],
  ['/events?view=calendar', 'page,page-events'],
  ['/feed.xml', 'feed'],
  ['/feed.json', 'feed'],
  ['/events.ics', 'calendar'],
  ['/sitemap.xml', 'resource'],
  ['/favicon.svg', 'file'],
  ['/no-such-page', undefined], // A CDN may not store it.
  ['/healthz', undefined],
])('Cache-Tag and Surrogate-Key of %s: %s', async (path, tags) => {
  const { ask } = await openSite({}, { sendsTags: true });
  const { headers } = await ask(path);
  expect(headers['cache-tag']).toBe(tags);
  expect(headers['surrogate-key']).toBe(tags?.replaceAll(',', ' '));
});
