import { describe, expect, test } from 'vitest';
import { documentStateId } from '#client/data/document-state.ts';
import { rules } from '#client/styles/class-rules.ts';
import { formatWebFaces } from '#client/styles/font-files.ts';
import { globalCss } from '#client/styles/global-css.ts';
import { joinRules } from '#client/styles/join-rules.ts';
import { noAssets } from '#server/render/asset-manifest.ts';
import { listHeadTags } from '#shared/head/head.ts';
import { parsePageAddress, readAddressState } from '#shared/page-address.ts';
import { getDeployedFields, site } from '#shared/site.ts';
import { publishedContent } from '#shared/site-content.ts';
import type { HtmlElement } from '../../helpers/documents/parse-html.ts';
import {
  getOnly,
  listElements,
  parseHtml,
  readRaw,
  readText,
} from '../../helpers/documents/parse-html.ts';
import { askFor, everyRow } from '../../helpers/site/every-response.ts';
import { hasAttribute } from '../../helpers/site/read-page.ts';

const read = (element: HtmlElement, name: string) => element.attributes.get(name);

const readMeta = (root: HtmlElement, name: string) =>
  listElements(root, hasAttribute('name', name)).map((meta) => read(meta, 'content'));

const assets = { ...noAssets, inlineScript: 'start()' };
const briefly =
  'public, max-age=0, s-maxage=300, stale-while-revalidate=3600, stale-if-error=86400';
const now = () => new Date('2099-01-15T12:00:00Z'); // No event changes soon, which would limit caching.

const written = JSON.stringify(publishedContent);
const host = 'evil.example';
const spoofed = { host, 'x-forwarded-host': host, 'x-forwarded-proto': 'gopher' };
const rows = await Promise.all(
  everyRow.map(async (row) => {
    const response = await askFor(row, { assets, now }).set(spoofed);
    return { ...row, response, root: parseHtml(response.text) };
  }),
);

describe.each(rows)('$id', ({ id, page, response, root }) => {
  test('has the status, title and description of its row, and is cached only if it is not an error', () => {
    expect(response.status).toBe(page.status);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.text).toMatch(/^<!DOCTYPE html><html lang="en">/);
    const head = getOnly(root, 'head');
    expect(readText(getOnly(head, 'title'))).toBe(listHeadTags(page, site)[0]?.text);
    expect(readMeta(root, 'description')).toEqual([page.description]);
    expect(readMeta(root, 'robots')).toEqual(page.indexed ? [] : ['noindex']);
    expect(response.headers['x-robots-tag']).toBe(page.indexed ? undefined : 'noindex');
    // Browsers revalidate, shared caches may use it for some time.
    const isCached = page.path && !page.hasDeferredPart;
    expect(response.headers['cache-control']).toBe(isCached ? briefly : 'no-store');
  });

  test('has hasDeferredPart in its row of shared/routes.ts if a part is sent later', () => {
    const hasNonce = String(response.headers['content-security-policy']).includes("'nonce-");
    expect(hasNonce).toBe(page.hasDeferredPart ?? false);
  });

  test('has one h1 with text, one main around it, and skips no level of headings', () => {
    expect(readText(getOnly(getOnly(root, 'main'), 'h1'))).not.toBe('');
    expect(listElements(root, 'h1')).toHaveLength(1);
    const headings = listElements(root, ({ name }) => /^h[1-6]$/.test(name));
    const levels = headings.map(({ name }) => Number(name.slice(1)));
    for (const [index, level] of levels.entries()) {
      expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    }
  });

  test('has the header and the footer of the site, unless it is embedded', () => {
    const landmarks = ['header', 'footer'].map((name) => listElements(root, name).length);
    expect(landmarks).toEqual(page.embedded ? [0, 0] : [1, 1]);
  });

  test('has canonical addresses with the origin of the site, whatever the Host header', () => {
    const canonical = listElements(root, hasAttribute('rel', 'canonical'));
    const addresses = page.path === undefined ? [] : [`${site.origin}${page.path}`];
    expect(canonical.map((link) => read(link, 'href'))).toEqual(addresses);
    expect(response.text + JSON.stringify(response.headers)).not.toContain('evil.example');
  });

  test('has no style or event attribute, which the policy forbids, and no trace of code', () => {
    const attributes = listElements(root, () => true).flatMap((each) => [...each.attributes]);
    expect(attributes.filter(([name]) => /^(style$|on)/.test(name))).toEqual([]);
    const hrefs = attributes.filter(([name]) => name === 'href');
    expect(hrefs.filter(([, value]) => /^\s*(javascript|data):/i.test(value))).toEqual([]);
    expect(readText(root)).not.toMatch(/undefined|\bnull\b|NaN|Invalid Date|\[object|[{}]/);
    const sent = response.text + JSON.stringify(response.headers);
    const leaked = sent.match(/on purpose|BrokenPage|\.tsx?\b|node_modules|\bat \w+ \(/g) ?? []; // of an error
    expect(leaked.filter((words) => !written.includes(words))).toEqual([]); // Editors may write these words.
  });

  test('has no script except the inline script and data; an embedded page has neither', () => {
    // React's scripts, which show a deferred part, have a nonce.
    const scripts = listElements(root, (each) => each.name === 'script' && !read(each, 'nonce'));
    if (page.embedded) return expect(scripts).toEqual([]);
    const [first = root] = scripts;
    const last = scripts.at(-1) ?? root;
    // Structured data, and the state of the page.
    const types = scripts.slice(1).map(({ attributes }) => attributes.get('type'));
    expect(types).toEqual([...(page.indexed ? ['application/ld+json'] : []), 'application/json']);
    expect([...first.attributes]).toEqual([]);
    expect(readRaw(first)).toBe(assets.inlineScript);
    expect(read(last, 'id')).toBe(documentStateId);
    const address = parsePageAddress(page, page.path ?? '', '', publishedContent);
    const entered = { email: 'me', outcome: 'invalid' };
    const button = /-(confirm|unsubscribe)$/.test(id) ? { token: 'ab' } : undefined;
    const { deferred: _, ...state } = JSON.parse(readRaw(last));
    expect(state).toEqual({
      page: readAddressState(address, assets.version, address.getValidity(now().getTime()), true),
      site: getDeployedFields(site), // The scripts have the rest.
      newsletter: id === 'newsletter-invalid' ? { entered } : button, // The value of a form's field or button.
    });
  });

  test('has its styles in its head', () => {
    const styles = listElements(root, 'style');
    expect(listElements(getOnly(root, 'head'), 'style')).toEqual(styles);
    // Without a build the page has all rules; `every-page.spec.ts` checks a built page.
    // An embedded page, which no script adds fonts to, has them, too.
    const preloads = listElements(root, hasAttribute('as', 'font'));
    expect(preloads).toHaveLength(page.embedded ? 2 : 0);
    const faces = page.embedded ? formatWebFaces() : '';
    expect(styles.map(readRaw)).toEqual([globalCss + faces + joinRules([...rules.values()])]);
  });
});

test('no two pages have the same heading', () => {
  expect(new Set(rows.map(({ root }) => readText(getOnly(root, 'h1')))).size).toBe(rows.length);
});
