import { expect, test } from 'vitest';
import { site } from '#shared/site.ts';

test('the network is called Setu Circle', () => {
  expect(site.name).toBe('Setu Circle');
});

test('a sample address has no owner', () => {
  // RFC 2606: names that end in .example cannot be registered.
  const hosts = [site.origin, site.inviteUrl].map((url) => new URL(url).hostname);
  hosts.push(site.email.split('@')[1] ?? '');
  for (const host of hosts) expect(host).toMatch(/\.example$/);
});

test('the origin is a scheme and a host, with nothing after them', () => {
  expect(new URL(site.origin).origin).toBe(site.origin);
});

test('the footer has three social icons, and each leads to its network or nowhere', () => {
  expect(site.social).toHaveLength(3);
  expect(new Set(site.social.map(({ network }) => network)).size).toBe(3);
  for (const { url } of site.social) expect(url ?? 'https://').toMatch(/^https:\/\//);
});

test('the copyright line is for 2025', () => {
  expect(site.copyrightYear).toBe(2025);
});

test('the description says who this is for search engines', () => {
  expect(site.description).toMatch(/community-driven investor network in Europe/);
});
