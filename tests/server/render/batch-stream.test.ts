import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BatchStream } from '#server/render/batch-stream.ts';

function makeStream() {
  const batches: { readonly text: string; readonly isLast: boolean }[] = [];
  const stream = new BatchStream((bytes, isLast) =>
    batches.push({ text: bytes.toString(), isLast }),
  );
  return { stream, batches };
}

test('what is flushed leaves before the page is complete', async () => {
  const { stream, batches } = makeStream();
  stream.write('shell');
  stream.flush();
  await turn();
  expect(batches).toEqual([{ text: 'shell', isLast: false }]);
  stream.write('r');
  stream.write(Buffer.from('ést'));
  stream.flush();
  stream.end();
  await turn();
  expect(batches.slice(1)).toEqual([{ text: 'rést', isLast: true }]);
});

test('what is not flushed waits for more', async () => {
  const { stream, batches } = makeStream();
  stream.write('one ');
  await turn();
  expect(batches).toEqual([]);
  stream.write('batch');
  stream.flush();
  stream.flush();
  await turn();
  expect(batches).toEqual([{ text: 'one batch', isLast: false }]);
});

test('an end without a flush is the end, and a destroyed stream says no more', async () => {
  const { stream, batches } = makeStream();
  stream.flush(); // of nothing
  await turn();
  expect(batches).toEqual([]);
  stream.end('all');
  await turn();
  expect(batches).toEqual([{ text: 'all', isLast: true }]);
  const other = makeStream();
  other.stream.write('lost');
  other.stream.flush();
  other.stream.destroy();
  await turn();
  expect(other.batches).toEqual([]);
});
