import { expect, test } from 'vitest';
import { site } from '#shared/site.ts';

test('a sample address has no owner', () => {
  // RFC 2606: names that end in .example cannot be registered.
  const hosts = [site.origin, site.inviteUrl].map((url) => new URL(url).hostname);
  hosts.push(site.email.split('@')[1] ?? '');
  for (const host of hosts) expect(host).toMatch(/\.example$/);
});

test('the origin is a scheme and a host, with nothing after them', () => {
  expect(new URL(site.origin).origin).toBe(site.origin);
});
