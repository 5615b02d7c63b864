import { expect, test } from 'vitest';
import { formatReadme } from '#scripts/write-readme.ts';

test('the operators’ list of variables follows the schema: `npm run format` writes it', () => {
  const { before, after } = formatReadme();
  expect(after).toBe(before);
});
