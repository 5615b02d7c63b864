import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { quickenStart } from '#scripts/build/quicken-start.ts';
import { withFolder } from '../../helpers/temporary-folder.ts';

/** What a module says when it is bundled as the server is, with these plugins. */
async function runBundled(contents: string, plugins: Plugin[]): Promise<unknown> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    write: false,
    plugins,
  });
  return withFolder({}, async (folder) => {
    const file = join(folder, 'bundle.cjs');
    await writeFile(file, outputFiles[0]?.contents ?? '');
    return createRequire(import.meta.url)(file);
  });
}

/** The types of what a site may have, and how many there are in the table. */
const askForTypes = `
  const { charset, contentType, lookup, types } = require('mime-types');
  const names = 'html css js mjs json map txt xml svg ico png jpg jpeg gif webp avif woff2 woff ics ' +
    'webmanifest rss atom pdf mp4 webm mp3 csv zip gz wasm';
  const inUse = ['text/html', 'application/json', 'application/rss+xml', 'image/svg+xml'];
  module.exports = {
    answers: [names.split(' ').map((name) => lookup(name)), inUse.map(contentType), inUse.map(charset)],
    count: Object.keys(types).length,
  };`;
const typesAsked = z.object({ answers: z.array(z.unknown()), count: z.number() });

test('files and answers of a site have the same types in the bundle, from a smaller table', async () => {
  const whole = typesAsked.parse(await runBundled(askForTypes, []));
  const small = typesAsked.parse(await runBundled(askForTypes, [quickenStart]));
  expect(small.answers).toEqual(whole.answers);
  expect(small.count).toBeLessThan(whole.count / 2);
});

test('what packages mark as deprecated still works, and says nothing', async () => {
  const marked = `
    const deprecate = require('depd')('test');
    const answer = { now: 1 };
    deprecate('said'); deprecate.property(answer, 'now', 'said');
    answer.old = deprecate.function(() => 'works', 'said');
    module.exports = [answer.now, answer.old()];`;
  expect(await runBundled(marked, [quickenStart])).toEqual([1, 'works']);
});
