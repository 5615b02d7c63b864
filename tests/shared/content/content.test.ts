import { expect, test } from 'vitest';
import { checkContent } from '#scripts/photographs/build-photographs.ts';
import { siteContent } from '#shared/content.ts';

test('nothing is wrong with any entry, nor with the files that it names', async () => {
  expect(await checkContent(siteContent)).toEqual([]);
}, 60_000);
