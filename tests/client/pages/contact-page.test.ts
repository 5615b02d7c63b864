import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { site } from '#shared/site.ts';
import { findElements, findOnly, readRaw } from '../../helpers/parse-html.ts';
import { readAll, readLinks, readPage } from '../../helpers/read-page.ts';

async function readFrame(contactFormUrl?: string) {
  const app = createApp({ site: { ...site, contactFormUrl } });
  const { response, root, main } = await readPage('/contact', app);
  const policy = String(response.headers['content-security-policy']);
  const css = findElements(root, 'style').map(readRaw).join('');
  return { policy, css, main, frame: findOnly(main, 'iframe').attributes };
}

test('the frame is 500 px high, named, lazy and in a sandbox', async () => {
  for (const url of [undefined, 'https://forms.example/contact']) {
    const { frame, css } = await readFrame(url);
    expect(frame.get('height')).toBe('500');
    expect(css).toMatch(/height:500px/);
    expect(frame.get('title')).toBe('Contact form');
    expect(frame.get('loading')).toBe('lazy');
    expect(frame.get('sandbox')).not.toBe('');
  }
});

test('the form may run its scripts and send, and may not touch the page around it', async () => {
  const { frame } = await readFrame('https://forms.example/contact');
  const allowed = frame.get('sandbox')?.split(' ');
  expect(allowed).toEqual(expect.arrayContaining(['allow-forms', 'allow-scripts']));
  expect(allowed?.filter((right) => right.startsWith('allow-top-navigation'))).toEqual([]);
  expect(allowed).not.toContain('allow-modals');
});

test('our own page in the frame runs no script: with its own origin it could leave the sandbox', async () => {
  const { frame } = await readFrame();
  expect(frame.get('sandbox')?.split(' ')).not.toContain('allow-scripts');
});

test('without a configured form the frame shows our own page that says how to write', async () => {
  const { frame, policy } = await readFrame();
  expect(frame.get('src')).toBe('/contact/form');
  expect(policy).toContain("frame-src 'self';");
  const { response, main } = await readPage('/contact/form');
  expect(readAll(main, 'h1')).toEqual(['Write to us by email']);
  expect(readLinks(main, site.email)).toEqual([`mailto:${site.email}`]);
  expect(response.headers['x-frame-options']).toBe('SAMEORIGIN');
  expect(response.headers['content-security-policy']).toContain("frame-ancestors 'self'");
});

test('no other page may be framed, not even by this site', async () => {
  const { response } = await readPage('/contact');
  expect(response.headers['x-frame-options']).toBe('DENY');
  expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'");
});

test.each([
  ['https://forms.example/contact', 'https://forms.example'],
  ['https://forms.example:8443/a/b?id=1&lang=en#top', 'https://forms.example:8443'],
  ['http://localhost:4000/', 'http://localhost:4000'],
])('the configured form %s is shown, and its origin alone is let in', async (url, origin) => {
  const { frame, policy } = await readFrame(url);
  expect(frame.get('src')).toBe(url);
  expect(policy).toContain(`frame-src 'self' ${origin};`);
});

test('a page reached from Home by client navigation may show the form as well', async () => {
  const app = createApp({ site: { ...site, contactFormUrl: 'https://forms.example/contact' } });
  const { response } = await readPage('/', app);
  expect(response.headers['content-security-policy']).toContain(
    "frame-src 'self' https://forms.example;",
  );
});

test('without the frame the page shows the address', async () => {
  const { main } = await readFrame();
  expect(readLinks(main, site.email)).toEqual([`mailto:${site.email}`]);
});
