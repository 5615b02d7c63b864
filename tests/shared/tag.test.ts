import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTag } from '#shared/tag.ts';

test.each([
  ['investor-circle', 'Investor Circle'],
  ['saas', 'SaaS'],
  ['test-only', 'Test Only'],
  ['2047', '2047'],
  ['toString', 'ToString'],
])('%s is called %s', (tag, name) => {
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
