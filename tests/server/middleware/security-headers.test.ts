import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { noAssets } from '#server/render/asset-manifest.ts';
import { site } from '#shared/site.ts';
import { listElements, parseHtml, readRaw } from '../../helpers/documents/parse-html.ts';
import { ask } from '../../helpers/site/ask.ts';
import { askFor, everyRow } from '../../helpers/site/every-response.ts';

/** `'sha256-…'` of a text, computed without the site's code. */
const hash = (text: string) =>
  `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;

function parsePolicy(policy: unknown): Readonly<Record<string, readonly string[]>> {
  const directives = String(policy)
    .split(';')
    .map((directive) => directive.trim().split(' '));
  return Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources]));
}

test.each(everyRow)('the policy of $id allows what the page needs, by hashes', async (row) => {
  const assets = { ...noAssets, inlineScript: 'start()', stylesheet: '/assets/styles.css' };
  const withoutForm = { ...site, contactFormUrl: undefined };
  const { text, headers } = await askFor(row, { assets, site: withoutForm });
  const root = parseHtml(text);
  const policy = parsePolicy(headers['content-security-policy']);
  const styles = listElements(root, 'style').map((style) => hash(readRaw(style)));
  const scripts = listElements(root, 'script')
    .filter(({ attributes }) => !attributes.has('type') && !attributes.has('nonce')) // JSON is not executed
    .map((script) => hash(readRaw(script)));
  const nonces = row.page.hasDeferredPart ? [expect.stringMatching(/^'nonce-/)] : [];
  expect(policy['script-src']?.length).toBeLessThanOrEqual(2 + nonces.length);
  expect(policy).toEqual({
    'default-src': ["'none'"],
    'script-src': expect.arrayContaining(["'self'", ...scripts, ...nonces]),
    'style-src': ["'self'", ...styles],
    'img-src': ["'self'"],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'frame-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': [row.page.embedded ? "'self'" : "'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
    'report-uri': ['/reports'],
  });
});

const failing = everyRow.find(({ id }) => id === 'failure')?.given;

/** A response of each part of the server: its status and its request. hostile-input.test.ts has more. */
const kinds = [
  ['a page', 200, 'GET', '/about'],
  ['the page in the frame', 200, 'GET', '/contact/form'],
  ['a failure', 500, 'GET', '/'],
  ['the newsletter', 503, 'POST', '/newsletter'],
  ['a file with a hash in its name', 200, 'GET', '/fonts/eczar-f736a312.woff2'],
  ['an icon', 200, 'GET', '/favicon.svg'],
  ['a feed', 200, 'GET', '/feed.xml'],
  ['the health of the process', 200, 'GET', '/healthz'],
] as const;

test.each(kinds)('%s (%s) has the security headers', async (kind, status, method, path) => {
  const response = await ask(createApp(kind === 'a failure' ? failing : {}), { method, path });
  expect(response.status).toBe(status);
  expect(response.headers).toMatchObject({
    'content-security-policy': expect.stringMatching(/^default-src 'none'/),
    'cross-origin-opener-policy': 'same-origin',
    // Other sites show icons and read the feed, beside a link to this site.
    'cross-origin-resource-policy': /icon|feed/.test(kind) ? 'cross-origin' : 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': expect.stringContaining('camera=(), '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': path === '/contact/form' ? 'SAMEORIGIN' : 'DENY',
  });
  for (const name of ['x-powered-by', 'server', 'set-cookie']) {
    expect(response.headers).not.toHaveProperty(name);
  }
});
