import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashInputs, isUpToDate, writeFingerprint } from '#scripts/build/fingerprint.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

const inputs = [
  ...['client/app.tsx', 'public/a.svg', 'scripts/build.ts', 'server/app.ts', 'package-lock.json'],
  'shared/content/photographs/IMG_1.jpg',
];
const others = ['scripts/deploy/compose.yaml', 'dist/server/index.js', 'README.md'];

test('a build is out of date after an input was changed, removed or added', async () => {
  const files = [...inputs, ...others].map((path) => [path, 'one']);
  const folder = await makeFolder(Object.fromEntries(files));
  const dist = join(folder, 'dist');
  writeFingerprint(hashInputs(folder), dist);
  const expectFresh = (isFresh: boolean, path: string) =>
    expect([path, isUpToDate(dist, folder)]).toEqual([path, isFresh]);
  for (const path of inputs) {
    writeFileSync(join(folder, path), 'two'); // The same length as before, perhaps at the same time stamp.
    expectFresh(false, path);
    rmSync(join(folder, path));
    expectFresh(false, path);
    writeFileSync(join(folder, path), 'one');
    expectFresh(true, path);
  }
  for (const path of others) writeFileSync(join(folder, path), 'two');
  expectFresh(true, 'what a build never reads');
  writeFileSync(join(folder, 'shared/new.ts'), '');
  expectFresh(false, 'a new file');
});
