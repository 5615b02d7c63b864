import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCacheFile, loadProgram } from '#scripts/build/start/load-program.ts';
import { withFolder } from '../../../helpers/temporary-folder.ts';

const program = (word: string) => `(function (require) { require('${word}'); })`;

/** What a program asks for when it is run. */
function runProgram(folder: string): string {
  let asked = '';
  loadProgram(folder).run((name) => {
    asked = name;
  });
  return asked;
}

test('a program is compiled out of its cache, and runs the same', async () => {
  await withFolder({ 'app.js': program('one') }, async (folder) => {
    const first = loadProgram(folder);
    expect(first.isCached).toBe(false);
    await writeFile(findCacheFile(folder), first.createCache());
    expect(loadProgram(folder).isCached).toBe(true);
    expect(runProgram(folder)).toBe('one');
  });
});

test('a program that has changed is not run out of the cache of the old one', async () => {
  await withFolder({ 'app.js': program('one') }, async (folder) => {
    await writeFile(findCacheFile(folder), loadProgram(folder).createCache());
    await writeFile(join(folder, 'app.js'), program('two')); // As long as before: V8 sees no change.
    expect(loadProgram(folder).isCached).toBe(false);
    expect(runProgram(folder)).toBe('two');
  });
});

test('a broken or empty cache is as good as none', async () => {
  await withFolder({ 'app.js': program('one') }, async (folder) => {
    const file = findCacheFile(folder);
    await writeFile(file, loadProgram(folder).createCache());
    const whole = await readFile(file);
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(whole.length - 1) ^ 1, whole.length - 1);
    for (const broken of [changed, whole.subarray(0, 40), whole.subarray(0, 3), Buffer.alloc(0)]) {
      await writeFile(file, broken);
      expect(loadProgram(folder).isCached).toBe(false);
      expect(runProgram(folder)).toBe('one');
    }
  });
});
