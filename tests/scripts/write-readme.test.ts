import { expect, test } from 'vitest';
import { formatReadme } from '#scripts/write-readme.ts';

test('the list of variables for operators is generated from the schema, by `npm run format`', () => {
  const { before, after } = formatReadme();
  expect(after).toBe(before);
});
