import { expect, test } from 'vitest';
import { about } from '#shared/content/about.ts';

test('the title above the reasons counts them rightly', () => {
  expect(about.reasonsTitle).toMatch(/^Four reasons/);
  expect(about.reasons).toHaveLength(4);
});
