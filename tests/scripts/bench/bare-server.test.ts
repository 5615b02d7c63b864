import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Answer, ask } from '#scripts/bench/ask.ts';
import { copyHeaders, recordAnswer } from '#scripts/bench/recorded-answer.ts';
import { describeBare, startServer } from '#scripts/bench/servers.ts';
import { withFolder } from '../../helpers/temporary-folder.ts';

const withoutDate = ({ rawHeaders }: Answer) =>
  rawHeaders.filter((_text, at) => rawHeaders[at - (at % 2)] !== 'Date');

/** What a server answers, and what a bare one answers that has been told. */
async function askBoth(listener: RequestListener): Promise<readonly [Answer, Answer]> {
  const original = createServer(listener).listen(0, '127.0.0.1');
  original.keepAliveTimeout = 42_000;
  await once(original, 'listening');
  const address = original.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const answer = await ask(`http://127.0.0.1:${address.port}/`, {});
  original.close();
  return withFolder({}, async (folder) => {
    const file = join(folder, 'answer.json');
    await writeFile(file, JSON.stringify(recordAnswer(answer)));
    const bare = await startServer(describeBare(file));
    try {
      return [answer, await ask(`${bare.origin}/any/path`, {})] as const;
    } finally {
      await bare.stop();
    }
  });
}

it('a bare server sends the same status, headers and bytes, down to order and spelling', async () => {
  const body = Buffer.from([0, 255, 13, 10, 128]);
  const [original, bare] = await askBoth((_request, response) => {
    const headers = ['content-length', '5', 'X-Mixed', 'a, "b"', 'vary', 'A', 'vary', 'B'];
    response.writeHead(203, headers).end(body);
  });
  expect(bare.status).toBe(203);
  expect(bare.body.equals(body)).toBe(true);
  expect(withoutDate(bare)).toEqual(withoutDate(original));
  expect(bare.headers['keep-alive']).toBe('timeout=42');
});

it('a bare 304 has no body and no length', async () => {
  const [original, bare] = await askBoth((_request, response) => {
    response.writeHead(304, ['etag', '"1"']).end();
  });
  expect(bare.status).toBe(304);
  expect(bare.body).toHaveLength(0);
  expect(withoutDate(bare)).toEqual(withoutDate(original));
});

it('what Node writes by itself is not copied', () => {
  const raw = ['Date', 'x', 'ETag', '"1"', 'Connection', 'keep-alive', 'Keep-Alive', 'timeout=5'];
  expect(copyHeaders(raw)).toEqual(['ETag', '"1"']);
});
