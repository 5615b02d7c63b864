import request, { type Response } from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { pageStateElementId } from '#client/page-state-element.ts';
import { createApp } from '#server/app.ts';
import { noAssets } from '#server/render/asset-manifest.ts';
import { describeHead } from '#shared/head.ts';
import { parsePageAddress, readAddressState } from '#shared/page-address.ts';
import { footerLinks } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { publishedContent } from '#shared/site-content.ts';
import { askFor, everyRow } from '../../helpers/every-response.ts';
import {
  findElements,
  findOnly,
  type HtmlElement,
  parseHtml,
  readRaw,
  readText,
} from '../../helpers/parse-html.ts';
import { hasAttribute } from '../../helpers/read-page.ts';
import { trustLoopback } from '../../helpers/trust-loopback.ts';

const read = (element: HtmlElement, name: string) => element.attributes.get(name);

const findMeta = (root: HtmlElement, name: string) =>
  findElements(root, (element) => element.name === 'meta' && read(element, 'name') === name);

const findCanonical = (root: HtmlElement) =>
  findElements(root, (element) => read(element, 'rel') === 'canonical');

const assets = { ...noAssets, inlineScript: 'start()' };

describe.each(everyRow)('$id', (row) => {
  const { page } = row;
  let response: Response;
  let root: HtmlElement;
  beforeAll(async () => {
    response = await askFor(row, { assets });
    root = parseHtml(response.text);
  });

  test('has the status of its row and is HTML in UTF-8', () => {
    expect(response.status).toBe(page.status);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.text).toMatch(/^<!DOCTYPE html><html lang="en">/);
  });

  test('has one title and one description, those of its row', () => {
    expect(readText(findOnly(findOnly(root, 'head'), 'title'))).toBe(
      describeHead(page, site).title,
    );
    expect(findMeta(root, 'description').map((meta) => read(meta, 'content'))).toEqual([
      page.description,
    ]);
  });

  test('has one h1 that says something, and one main around it', () => {
    expect(readText(findOnly(findOnly(root, 'main'), 'h1'))).not.toBe('');
    expect(findElements(root, 'h1')).toHaveLength(1);
  });

  test('skips no level of headings', () => {
    const levels = findElements(root, ({ name }) => /^h[1-6]$/.test(name)).map(({ name }) =>
      Number(name.slice(1)),
    );
    expect(levels[0]).toBe(1);
    for (const [index, level] of levels.entries()) {
      expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    }
  });

  test('has the header and the footer of the site, unless it stands in a frame', () => {
    const landmarks = ['header', 'footer'].map((name) => findElements(root, name).length);
    expect(landmarks).toEqual(page.framed ? [0, 0] : [1, 1]);
    if (page.framed) return;
    const links = findElements(findOnly(findOnly(root, 'footer'), 'nav'), 'a');
    expect(links.map((link) => ({ path: read(link, 'href'), label: readText(link) }))).toEqual(
      footerLinks,
    );
  });

  test('names its address by the origin of the site, whatever the Host header', async () => {
    const spoofed = await askFor(row)
      .set('host', 'evil.example')
      .set('x-forwarded-host', 'evil.example')
      .set('x-forwarded-proto', 'gopher');
    const addresses = findCanonical(parseHtml(spoofed.text)).map((link) => read(link, 'href'));
    expect(addresses).toEqual(page.path === undefined ? [] : [`${site.origin}${page.path}`]);
    expect(spoofed.text).not.toContain('evil.example');
    expect(JSON.stringify(spoofed.headers)).not.toContain('evil.example');
  });

  test('may be indexed if its row says so, and says otherwise in both places', () => {
    const noindex = findMeta(root, 'robots').map((meta) => read(meta, 'content'));
    expect(noindex).toEqual(page.indexed ? [] : ['noindex']);
    expect(response.headers['x-robots-tag']).toBe(page.indexed ? undefined : 'noindex');
  });

  test('is cached only if it is a page: browsers revalidate, shared caches use it for a while', () => {
    expect(response.headers['cache-control']).toBe(
      page.path
        ? 'public, max-age=0, s-maxage=300, stale-while-revalidate=3600, stale-if-error=86400'
        : 'no-store',
    );
  });

  test('has neither style attributes nor event attributes, which the policy forbids', () => {
    const forbidden = findElements(root, ({ attributes }) =>
      [...attributes.keys()].some((name) => name === 'style' || name.startsWith('on')),
    );
    expect(forbidden).toEqual([]);
    const hrefs = findElements(root, (element) => element.attributes.has('href'));
    for (const element of hrefs)
      expect(read(element, 'href')).not.toMatch(/^\s*(javascript|data):/i);
  });

  test('has no script but the inline script, and data; none of either in a frame', () => {
    const scripts = findElements(root, 'script');
    if (page.framed) return expect(scripts).toEqual([]);
    const first = scripts[0] ?? root;
    const last = scripts.at(-1) ?? root;
    // What search engines read, and the state of the page.
    const types = scripts.slice(1).map(({ attributes }) => attributes.get('type'));
    expect(types).toEqual([...(page.indexed ? ['application/ld+json'] : []), 'application/json']);
    expect([...first.attributes]).toEqual([]);
    expect(readRaw(first)).toBe(assets.inlineScript);
    expect(read(last, 'id')).toBe(pageStateElementId);
    const address = parsePageAddress(page, page.path ?? '', '', publishedContent);
    expect(JSON.parse(readRaw(last))).toEqual({
      ...readAddressState(address, assets.version, address.findValidity(Date.now()), true),
      site,
      // What was sent without JavaScript, for the form to show it again.
      ...(row.id === 'newsletter-invalid'
        ? { newsletter: { entered: { email: 'me', outcome: 'invalid' } } }
        : {}),
    });
  });

  test('has its styles in the head, all of them', () => {
    expect(findElements(root, 'style')).toHaveLength(2);
    expect(findElements(findOnly(root, 'head'), 'style')).toHaveLength(2);
    const own = findElements(root, 'style')[1] ?? root;
    const named = new Set(readRaw(own).match(/(?<=\.)[a-z][0-9a-z]{3}(?![\w-])/g));
    expect(named.size).toBeGreaterThan(5);
    const classes = findElements(root, hasAttribute('class')).flatMap(
      ({ attributes }) => attributes.get('class')?.split(' ') ?? [],
    );
    const ours = classes.filter((name) => /^[a-z][0-9a-z]{3}$/.test(name));
    expect(ours.length).toBeGreaterThan(0);
    expect(ours.filter((name) => !named.has(name))).toEqual([]);
  });

  test('shows nothing that a program has left behind', () => {
    expect(readText(root)).not.toMatch(/undefined|\bnull\b|NaN|Invalid Date|\[object|[{}]/);
  });
});

test('no two pages have the same title, description or heading', async () => {
  const roots = await Promise.all(everyRow.map(async (row) => parseHtml((await askFor(row)).text)));
  const facts = {
    titles: roots.map((root) => readText(findOnly(findOnly(root, 'head'), 'title'))),
    descriptions: roots.map(
      (root) => findMeta(root, 'description').map((m) => read(m, 'content'))[0],
    ),
    headings: roots.map((root) => readText(findOnly(root, 'h1'))),
  };
  for (const values of Object.values(facts)) expect(values).toEqual([...new Set(values)]);
});

test('the state of the page cannot end the script it stands in', async () => {
  const hostile = { ...site, description: '</script><script>alert(1)</script><!-- & "' };
  const response = await request(createApp({ site: hostile })).get('/');
  expect(response.text).not.toContain('<script>alert');
  const state = findElements(parseHtml(response.text), (e) => read(e, 'id') === pageStateElementId);
  expect(JSON.parse(state.map(readRaw).join(''))).toHaveProperty(
    'site.description',
    hostile.description,
  );
});

const readable = everyRow.filter(({ method }) => method === 'get');

test.each(readable)('HEAD of $path equals GET without a body', async ({ path, given }) => {
  const app = createApp({ ...given, trust: trustLoopback });
  const identity = { 'accept-encoding': 'identity', 'x-request-id': 'one-and-the-same' };
  const get = await request(app).get(path).set(identity);
  const head = await request(app).head(path).set(identity);
  expect(head.status).toBe(get.status);
  expect(head.text ?? '').toBe('');
  // The date may be a second later; a response to HEAD has no body and no Transfer-Encoding.
  const ignored = { date: undefined, 'transfer-encoding': undefined };
  expect({ ...head.headers, ...ignored }).toEqual({ ...get.headers, ...ignored });
});
