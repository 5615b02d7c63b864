import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashInputs, isUpToDate, writeFingerprint } from '#scripts/build/fingerprint.ts';
import { withFolder } from '../../helpers/temporary-folder.ts';

const inputs = [
  ...['client/app.tsx', 'public/a.svg', 'scripts/build.ts', 'server/app.ts', 'package-lock.json'],
  'shared/content/photographs/IMG_1.jpg',
];
const others = ['scripts/deploy/compose.yaml', 'dist/server/index.js', 'README.md'];
const tree = Object.fromEntries([...inputs, ...others].map((path) => [path, 'one']));

async function withBuiltTree(use: (folder: string, isFresh: () => boolean) => void): Promise<void> {
  await withFolder(tree, (folder) => {
    const dist = join(folder, 'dist');
    writeFingerprint(hashInputs(folder), dist);
    expect(isUpToDate(dist, folder)).toBe(true);
    use(folder, () => isUpToDate(dist, folder));
  });
}

test.each(inputs)('a build is out of date when %s has another content or is gone', async (path) => {
  await withBuiltTree((folder, isFresh) => {
    writeFileSync(join(folder, path), 'two'); // As long as before, maybe within the same tick.
    expect(isFresh()).toBe(false);
    writeFileSync(join(folder, path), 'one');
    expect(isFresh()).toBe(true);
    rmSync(join(folder, path));
    expect(isFresh()).toBe(false);
  });
});

test('a build is out of date with a new file or an incomplete build, not with what it never reads', async () => {
  await withBuiltTree((folder, isFresh) => {
    writeFileSync(join(folder, 'README.md'), 'two');
    writeFileSync(join(folder, 'scripts/deploy/compose.yaml'), 'two');
    expect(isFresh()).toBe(true);
    writeFileSync(join(folder, 'shared/new.ts'), '');
    expect(isFresh()).toBe(false);
    rmSync(join(folder, 'shared/new.ts'));
    rmSync(join(folder, 'dist/server/index.js'));
    expect(isFresh()).toBe(false);
  });
});
