import { createHash } from 'node:crypto';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { ProxyTrust } from '#server/proxy/proxy-trust.ts';
import { noAssets } from '#server/render/asset-manifest.ts';
import { pages } from '#shared/routes.ts';
import { ask } from '../../helpers/ask.ts';
import { askFor, everyRow } from '../../helpers/every-response.ts';
import { findElements, parseHtml, readRaw } from '../../helpers/parse-html.ts';
import { trustLoopback } from '../../helpers/trust-loopback.ts';

/** `'sha256-…'` of a text, worked out without any code of the site. */
const hash = (text: string) =>
  `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;

function parsePolicy(policy: unknown): Readonly<Record<string, readonly string[]>> {
  const directives = String(policy)
    .split(';')
    .map((directive) => directive.trim().split(' '));
  return Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources]));
}

test.each(everyRow)(
  'the policy of $id allows its inline styles and scripts by their hashes, and nothing that pages do not need',
  async (row) => {
    const { text, headers } = await askFor(row, {
      assets: { ...noAssets, inlineScript: 'start()' },
    });
    const root = parseHtml(text);
    const {
      'style-src': forStyles,
      'script-src': forScripts,
      ...policy
    } = parsePolicy(headers['content-security-policy']);
    const styles = findElements(root, 'style').map((style) => hash(readRaw(style)));
    // Emotion's runtime in the browser makes an empty style and fills it through the CSSOM.
    expect(forStyles).toEqual([...styles, hash('')]);
    const scripts = findElements(root, 'script')
      .filter(({ attributes }) => !attributes.has('type')) // JSON is not run
      .map((script) => hash(readRaw(script)));
    expect(forScripts).toEqual(expect.arrayContaining(["'self'", ...scripts]));
    expect(forScripts?.length).toBeLessThanOrEqual(2);
    expect(policy).toEqual({
      'default-src': ["'none'"],
      'img-src': ["'self'", 'data:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'manifest-src': ["'self'"],
      'frame-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': [row.page.framed ? "'self'" : "'none'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ["'none'"],
      'report-uri': ['/reports'],
    });
    expect(headers['content-security-policy']).not.toMatch(/unsafe-|nonce-|strict-dynamic|\*/);
    expect(text).not.toMatch(/\snonce=/);
  },
);

const failing = everyRow.find(({ id }) => id === 'failure');

/** One response of each kind: its status and the request that causes it. */
const kinds = [
  ['a page', 200, 'GET', '/about'],
  ['the head of a page', 200, 'HEAD', '/about'],
  ['the page in the frame', 200, 'GET', '/contact/form'],
  ['a redirect', 308, 'GET', '/About/'],
  ['a malformed address', 400, 'GET', '/%zz'],
  ['an unknown path', 404, 'GET', '/no-such-page'],
  ['a missing asset', 404, 'GET', '/assets/entry-00000000.js'],
  ['a method that is not allowed', 405, 'POST', '/about'],
  ['a failure', 500, 'GET', '/'],
  ['the newsletter', 503, 'POST', '/newsletter'],
  ['a file with a hash in its name', 200, 'GET', '/fonts/eczar-f736a312.woff2'],
  ['an icon', 200, 'GET', '/favicon.svg'],
  ['a feed', 200, 'GET', '/feed.xml'],
  ['robots.txt', 200, 'GET', '/robots.txt'],
  ['a portrait', 200, 'GET', '/portraits/ananya-rao.svg'],
  ['the health of the process', 200, 'GET', '/healthz'],
  ['its readiness', 200, 'GET', '/readyz'],
  ['a wrong question about its health', 405, 'POST', '/healthz'],
] as const;

describe.each(kinds)('%s (%s)', (kind, status, method, path) => {
  const askKind = () =>
    ask(createApp(kind === 'a failure' ? failing?.given : {}), { method, path });

  test('carries the security headers', async () => {
    const response = await askKind();
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'none'/),
      'cross-origin-opener-policy': 'same-origin',
      // Icons and feeds are shown and read by other sites, beside a link to this one.
      'cross-origin-resource-policy':
        kind === 'an icon' || kind === 'a feed' ? 'cross-origin' : 'same-origin',
      'origin-agent-cluster': '?1',
      'permissions-policy': expect.stringContaining('camera=()'),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': path === '/contact/form' ? 'SAMEORIGIN' : 'DENY',
      'x-permitted-cross-domain-policies': 'none',
    });
  });

  test('believes a proxy of ours about HTTPS and the id of the request, and nobody else', async () => {
    const given = kind === 'a failure' ? failing?.given : {};
    const read = async (headers: Record<string, string>, trust?: ProxyTrust) => {
      const app = createApp({ ...given, ...(trust ? { trust } : {}) });
      return (await ask(app, { method, path, headers })).headers;
    };
    const [id, secure] = ['0af7651916cd43dd8448eb211c80319c', { 'x-forwarded-proto': 'https' }];
    const hsts = 'strict-transport-security';
    expect((await read(secure, trustLoopback))[hsts]).toMatch(/^max-age=\d{8,}$/);
    expect(await read({ 'x-forwarded-proto': 'http' }, trustLoopback)).not.toHaveProperty(hsts);
    expect(await read(secure)).not.toHaveProperty(hsts);
    expect((await read({ 'x-request-id': id }, trustLoopback))['x-request-id']).toBe(id);
    for (const wrong of ['', 'two words', '<script>', 'x'.repeat(129)]) {
      const own = (await read({ 'x-request-id': wrong }, trustLoopback))['x-request-id'];
      expect(own).toMatch(/^[\da-f-]{36}$/);
    }
    expect((await read({ 'x-request-id': id }))['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });

  test('does not say what it runs on and sets no cookie', async () => {
    const { headers } = await askKind();
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('set-cookie');
  });
});

test('the features that the site does not use are closed to it and to everything inside it', async () => {
  const { headers } = await request(createApp()).get('/');
  for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) {
    expect(headers['permissions-policy']).toContain(`${feature}=()`);
  }
});

test('a page is the same bytes for everyone, so that any cache may store it', async () => {
  const app = createApp();
  const ours = await request(app).get('/about');
  const other = await request(app)
    .get('/about')
    .set({ cookie: 'a=b', 'user-agent': 'Other', 'accept-language': 'de', authorization: 'x' });
  expect(other.text).toBe(ours.text);
  expect(other.headers['content-security-policy']).toBe(ours.headers['content-security-policy']);
  expect(ours.headers['vary']).toBe('Accept-Encoding');
});

test('the style hashes of a page do not depend on the page that was rendered before it', async () => {
  const app = createApp();
  const alone = await request(app).get('/terms');
  for (const path of ['/', '/events', '/about']) await request(app).get(path);
  const after = await request(app).get('/terms');
  expect(after.text).toBe(alone.text);
  expect(after.headers['content-security-policy']).toBe(alone.headers['content-security-policy']);
});

test('only what has no address of its own, the thank-you page and the frame are closed to search engines', () => {
  const hidden = everyRow.filter(({ page }) => !page.indexed).map(({ id }) => id);
  const withoutAddress = pages.filter(({ path }) => path === undefined).map(({ id }) => id);
  expect(hidden.toSorted()).toEqual(['contact-form', 'thank-you', ...withoutAddress].toSorted());
  expect(withoutAddress).not.toContain('home');
});
