import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTag, isColouredTag } from '#shared/events/tag.ts';

test.each([
  ['investor-circle', 'Investor Circle'],
  ['bootcamp', 'Bootcamp'],
  ['delegation', 'Delegation'],
  ['offline', 'Offline'],
  ['online', 'Online'],
  ['saas', 'SaaS'],
])('%s has a colour and is called %s', (tag, name) => {
  expect(isColouredTag(tag)).toBe(true);
  expect(formatTag(tag)).toBe(name);
});

test.each([
  ['trade-fair', 'Trade Fair'],
  ['hybrid', 'Hybrid'],
  ['2047', '2047'],
  ['constructor', 'Constructor'],
  ['toString', 'ToString'],
])('%s has no colour and is called %s', (tag, name) => {
  expect(isColouredTag(tag)).toBe(false);
  expect(formatTag(tag)).toBe(name);
});

test('any tag has a name, from which its slug can be read again', () => {
  const slugs = fc.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  fc.assert(
    fc.property(slugs, (slug) => {
      expect(formatTag(slug).toLowerCase().replaceAll(' ', '-')).toBe(slug);
    }),
  );
});
