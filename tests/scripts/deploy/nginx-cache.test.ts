import { readdir } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { getFreePort } from '#scripts/find-free-port.ts';
import { createApp } from '#server/app.ts';
import { createResources } from '#shared/resources.ts';
import { pages } from '#shared/routes.ts';
import { publishedContent } from '#shared/site-content.ts';
import { askPort, withServer } from '../../helpers/ask.ts';
import { siteHost } from '../../helpers/certificate.ts';
import { type RunningNginx, withNginx } from '../../helpers/nginx.ts';
import { askSecurely } from '../../helpers/running-proxy.ts';

/** As the application says it, with seconds that a test can wait for. */
const shortly = 'public, max-age=0, s-maxage=1, stale-while-revalidate=60, stale-if-error=60';

/** nginx in front of one replica that answers like this. */
function withReplica(
  answer: RequestListener,
  use: (nginx: RunningNginx, port: number) => Promise<void>,
): Promise<void> {
  return withServer(answer, (port) => withNginx([port, port], (nginx) => use(nginx, port)));
}

/** What a visitor gets: status, body, and whether it came from the cache. */
async function look(nginx: RunningNginx, path: string, headers: Record<string, string> = {}) {
  const answer = await askSecurely(nginx, { path, headers });
  return [answer.status, answer.body.toString(), answer.headers['x-cache-status']];
}

test('a page is asked for once as long as s-maxage says', async () => {
  let asked = 0;
  const page: RequestListener = (_request, response) => {
    asked += 1;
    response.setHeader('cache-control', shortly.replace('s-maxage=1', 's-maxage=60'));
    response.end(`page ${asked}`);
  };
  await withReplica(page, async (nginx) => {
    expect(await look(nginx, '/')).toEqual([200, 'page 1', 'MISS']);
    for (let round = 0; round < 5; round += 1) {
      expect(await look(nginx, '/')).toEqual([200, 'page 1', 'HIT']);
    }
    expect(await look(nginx, '/?another')).toEqual([200, 'page 2', 'MISS']);
    expect(asked).toBe(2);
  });
});

test('an old page is shown at once while the new one is fetched', async () => {
  let asked = 0;
  let release = () => {};
  const page: RequestListener = async (_request, response) => {
    asked += 1;
    const text = `page ${asked}`;
    response.setHeader('cache-control', shortly);
    if (asked > 1) {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    }
    response.end(text);
  };
  await withReplica(page, async (nginx) => {
    expect(await look(nginx, '/')).toEqual([200, 'page 1', 'MISS']);
    await sleep(2_100);
    // The replica does not answer before it is released, so this can only be the old page.
    expect(await look(nginx, '/')).toEqual([200, 'page 1', 'STALE']);
    expect(await look(nginx, '/')).toEqual([200, 'page 1', 'UPDATING']);
    await expect.poll(() => asked).toBe(2);
    release();
    await expect.poll(async () => (await look(nginx, '/'))[1]).toBe('page 2');
  });
});

test('an old page is shown while no replica answers, and a plain 503 for what was never kept', async () => {
  const [first, second] = [await getFreePort(), await getFreePort()];
  await withNginx([first, second], async (nginx) => {
    const page: RequestListener = (_request, response) => {
      response.setHeader('cache-control', shortly.replace('stale-while-revalidate=60, ', ''));
      response.end('page');
    };
    await withServer(
      page,
      async () => expect(await look(nginx, '/')).toEqual([200, 'page', 'MISS']),
      first,
    );
    await sleep(2_100);
    expect(await look(nginx, '/')).toEqual([200, 'page', 'STALE']);

    const { status, headers, body } = await askSecurely(nginx, { path: '/about' });
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([
      503,
      '5',
      'no-store',
    ]);
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(body.toString()).toMatch(/^The site is away for a moment/);
  });
});

test.each([
  [500, [200, 'page', 'STALE']],
  [404, [404, 'gone', 'EXPIRED']],
])('an old page after a %d: %j', async (status, expected) => {
  let asked = 0;
  const page: RequestListener = (_request, response) => {
    asked += 1;
    if (asked > 1) {
      response.writeHead(status, { 'cache-control': 'no-store' });
      return void response.end('gone');
    }
    response.setHeader('cache-control', shortly.replace('stale-while-revalidate=60, ', ''));
    response.end('page');
  };
  await withReplica(page, async (nginx) => {
    expect(await look(nginx, '/')).toEqual([200, 'page', 'MISS']);
    await sleep(2_100);
    expect(await look(nginx, '/')).toEqual(expected);
  });
});

test('a replica that comes back is asked at once, however often it has failed', async () => {
  const [first, second] = [await getFreePort(), await getFreePort()];
  await withNginx([first, second], async (nginx) => {
    for (let round = 0; round < 6; round += 1) {
      expect((await look(nginx, `/${round}`))[0]).toBe(503);
    }
    const page: RequestListener = (_request, response) => {
      response.end('back');
    };
    await withServer(
      page,
      async () => expect((await look(nginx, '/again')).slice(0, 2)).toEqual([200, 'back']),
      first,
    );
  });
});

const spellings: readonly (readonly [string | undefined, string])[] = [
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate, br', 'br'],
  ['BR;q=0.8,gzip;q=1.0', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000 , zstd', 'zstd'],
  ['gzip;q=0.001', 'gzip'],
  ['x-br, abr, brx', 'identity'],
  ['deflate', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
];

test('every spelling of what a browser accepts shares one of four copies', async () => {
  const seen: (string | undefined)[] = [];
  const page: RequestListener = (request, response) => {
    const accepted = String(request.headers['accept-encoding']);
    seen.push(accepted);
    response.setHeader('cache-control', shortly.replace('s-maxage=1', 's-maxage=60'));
    response.setHeader('vary', 'Accept-Encoding');
    response.end(accepted);
  };
  await withReplica(page, async (nginx) => {
    for (const [spelling, meaning] of spellings) {
      const headers = spelling === undefined ? {} : { 'accept-encoding': spelling };
      const [, body] = await look(nginx, '/', headers);
      expect([spelling, body]).toEqual([spelling, meaning]);
    }
    expect(seen.toSorted()).toEqual(['br', 'gzip', 'identity', 'zstd']);
  });
});

test('no answer of the newsletter is kept, nor anything that says no-store', async () => {
  let asked = 0;
  const page: RequestListener = ({ url = '' }, response) => {
    asked += 1;
    const isSecret = url.startsWith('/newsletter');
    response.setHeader('cache-control', isSecret ? 'public, s-maxage=600' : 'no-store');
    response.end(`${asked}`);
  };
  await withReplica(page, async (nginx) => {
    const bodies = new Set<string>();
    const paths = ['/newsletter/confirm?token=a', '/newsletter/unsubscribe?token=a', '/healthz'];
    for (const path of [...paths, ...paths]) {
      const { body, headers } = await askSecurely(nginx, { path });
      bodies.add(body.toString());
      expect(headers['x-cache-status'] ?? 'MISS').toBe('MISS');
    }
    expect(bodies.size).toBe(6);
  });
});

test('a kept page carries the id and the trace of the request, not of the one it was made for', async () => {
  const page: RequestListener = (request, response) => {
    response.setHeader('x-request-id', String(request.headers['x-request-id']));
    response.setHeader('traceparent', String(request.headers['traceparent']));
    response.setHeader('cache-control', shortly.replace('s-maxage=1', 's-maxage=60'));
    response.end();
  };
  await withReplica(page, async (nginx) => {
    for (const [id, digit] of [
      ['first-request', '1'],
      ['second-request', '2'],
    ] as const) {
      const traceparent = `00-${digit.repeat(32)}-${digit.repeat(16)}-01`;
      const { headers, names } = await askSecurely(nginx, {
        path: '/',
        headers: { 'x-request-id': id, traceparent },
      });
      expect([headers['x-request-id'], headers['traceparent']]).toEqual([id, traceparent]);
      expect(names.filter((name) => name === 'traceparent')).toHaveLength(1);
      expect(names.filter((name) => name === 'x-request-id')).toHaveLength(1);
    }
    const { headers } = await askSecurely(nginx, { path: '/', headers: { traceparent: 'x' } });
    expect(headers).not.toHaveProperty('traceparent');
  });
});

describe('the application behind nginx', () => {
  const app = createApp();
  const kept = [
    ...pages.flatMap(({ path }) => (path ? [path] : [])),
    ...createResources(publishedContent).map(({ path }) => path),
  ];

  test('has every page and document kept, and answers 304 to who has it', async () => {
    await withReplica(app, async (nginx) => {
      for (const path of kept) {
        const first = await askSecurely(nginx, { path });
        expect([path, first.headers['x-cache-status']]).toEqual([path, 'MISS']);
        const second = await askSecurely(nginx, { path });
        expect([path, second.headers['x-cache-status']]).toEqual([path, 'HIT']);
        expect(second.body.equals(first.body)).toBe(true);
        const head = await askSecurely(nginx, { path, method: 'HEAD' });
        expect([head.status, head.body.length, head.headers['x-cache-status']]).toEqual([
          200,
          0,
          'HIT',
        ]);
        const { etag } = first.headers;
        if (etag === undefined) continue;
        const headers = { 'if-none-match': etag };
        expect([path, (await askSecurely(nginx, { path, headers })).status]).toEqual([path, 304]);
      }
      for (const path of ['/no-such-page', '/healthz', '/readyz', '/newsletter/confirm?token=x']) {
        await askSecurely(nginx, { path });
        const { headers } = await askSecurely(nginx, { path });
        expect([path, headers['x-cache-status'] ?? 'MISS']).toEqual([path, 'MISS']);
      }
    });
  });

  test('varies what may be kept by nothing but Accept-Encoding, which is in the key', async () => {
    await withServer(app, async (port) => {
      for (const path of kept) {
        const { headers } = await askPort(port, { path, headers: { host: siteHost } });
        expect([path, headers.vary]).toEqual([path, 'Accept-Encoding']);
        expect([path, headers['set-cookie']]).toEqual([path, undefined]);
      }
    });
  });

  test('has its hashed files kept, whole and in parts', async () => {
    const [font] = (await readdir('public/fonts')).filter((name) => name.endsWith('.woff2'));
    await withReplica(app, async (nginx, port) => {
      const path = `/fonts/${font}`;
      const direct = await askPort(port, { path });
      for (const status of ['MISS', 'HIT']) {
        const { headers, body } = await askSecurely(nginx, { path });
        expect(headers['x-cache-status']).toBe(status);
        expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
        expect(body.equals(direct.body)).toBe(true);
      }
      const part = await askSecurely(nginx, { path, headers: { range: 'bytes=10-19' } });
      expect([part.status, part.body.equals(direct.body.subarray(10, 20))]).toEqual([206, true]);
    });
  });
});
