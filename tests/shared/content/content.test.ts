import { expect, test } from 'vitest';
import { checkContent } from '#scripts/build/check-content.ts';
import { siteContent } from '#shared/content.ts';

test('nothing is wrong with any entry, nor with the files that it names', async () => {
  expect(await checkContent()).toEqual(siteContent);
}, 60_000);
