import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect, it } from 'vitest';
import { describeVisits, measureMemory } from '#scripts/bench/memory.ts';

const describe = describeVisits({ paths: ['/', '/blog'], script: '/assets/a.js', etag: '"1"' });
const visits = Array.from({ length: 1000 }, (_, number) => describe(number));

it('of a hundred visits thirty-nine bring a query and one an address that nobody has seen', () => {
  const strange = visits.map(({ path }) => path).filter((path) => /stranger|nowhere/.test(path));
  expect([strange.length, new Set(strange).size]).toEqual([400, 400]);
});

it('visits ask for every page, in every coding, with and without a copy', () => {
  for (const path of ['/', '/blog', '/assets/a.js']) {
    expect(visits.some((visit) => visit.path === path)).toBe(true);
  }
  const codings = new Set(visits.map(({ headers }) => headers['accept-encoding']));
  expect([...codings].sort()).toEqual(['br', 'gzip', 'gzip, br', 'zstd']);
  expect(visits.filter(({ headers }) => headers['if-none-match'] === '"1"')).toHaveLength(100);
});

it('memory is read before, after each tenth and after all of the requests', async () => {
  const paths: string[] = [];
  const listener: RequestListener = (request, response) => {
    paths.push(request.url ?? '');
    response.end();
  };
  await withServer(listener, async (server) => {
    const use = await measureMemory(server, 50, (number) => ({ path: `/${number}`, headers: {} }));
    expect([paths.length, new Set(paths).size]).toEqual([50, 50]);
    expect(use.tenths).toHaveLength(10);
    expect(Math.min(use.before, use.after, ...use.tenths)).toBeGreaterThan(20);
    expect(use.most).toBeGreaterThanOrEqual(use.after);
  });
});

it('a server that fails under load ends the measurement', async () => {
  const listener: RequestListener = (_request, response) => response.writeHead(500).end();
  await withServer(listener, async (server) => {
    const measuring = measureMemory(server, 3, () => ({ path: '/broken', headers: {} }));
    await expect(measuring).rejects.toThrow('/broken is a 500');
  });
});

/** A server in this process, as long as `use` needs it. */
async function withServer(
  listener: RequestListener,
  use: (server: { readonly pid: number; readonly origin: string }) => Promise<void>,
): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('No port');
    await use({ pid: process.pid, origin: `http://127.0.0.1:${address.port}` });
  } finally {
    server.close();
  }
}
