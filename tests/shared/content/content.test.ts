import { expect, test } from 'vitest';
import { checkContent } from '#scripts/build/check-content.ts';

test('nothing is wrong with any entry, nor with the files that it names', async () => {
  await expect(checkContent()).resolves.toBeDefined();
}, 60_000);
