import { expect, test } from 'vitest';
import { writeRelease } from '#scripts/build/release.ts';
import { readRelease } from '#server/release.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

test('a release has the given commit, otherwise git’s, otherwise the hash of the build', async () => {
  const folder = await makeFolder();
  expect(readRelease(folder, 'AbC123').commit).toBe('AbC123');
  writeRelease(folder, 'a673b1701f2c');
  expect(readRelease(folder, 'AbC123').commit).toBe('a673b1701f2c');
  writeRelease(folder);
  expect(readRelease(folder, 'AbC123').commit).toMatch(/^([0-9a-f]{12}(-dirty)?|AbC123)$/);
});
