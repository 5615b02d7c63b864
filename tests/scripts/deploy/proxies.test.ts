import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { getFreePort } from '#scripts/find-free-port.ts';
import { getRequestId } from '#server/proxy/request-id.ts';
import { pages } from '#shared/routes.ts';
import { askPort, withServer } from '../../helpers/ask.ts';
import { withCaddy } from '../../helpers/caddy.ts';
import { siteHost } from '../../helpers/certificate.ts';
import { makeEnvironment, makeNewsletter } from '../../helpers/newsletter-app.ts';
import { useDatabases } from '../../helpers/newsletter-stores.ts';
import { withNginx } from '../../helpers/nginx.ts';
import { dieWithForm, makeReplica } from '../../helpers/replica.ts';
import {
  askSecurely,
  connectSecurely,
  makeSubscription,
  type RunningProxy,
  sendPlain,
} from '../../helpers/running-proxy.ts';
import { trustLoopback } from '../../helpers/trust-loopback.ts';

/** Both proxies, each as `scripts/deploy/` has it. */
const proxies = [
  ['nginx', withNginx],
  ['Caddy', withCaddy],
] as const;

/** A replica that says what has reached it. */
const echo = makeReplica((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(request.headers));
});

/** A replica that answers a form with the form. */
const echoBody = makeReplica((request, response) => {
  request.pipe(response);
});

const requestIds = [
  'balancer-0123456789',
  '1-67891233-abcdef012345678912345678',
  'YWJj+/==',
  'a:b.c_d',
  'with space',
  'x'.repeat(128),
  'x'.repeat(129),
  '"><script>alert(1)',
  'é',
];

const security = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
];

describe.each(proxies)('%s', (name, withProxy) => {
  const createDatabase = useDatabases('SQLite');

  /** The application behind the proxy; the second replica is the same one. */
  async function withSite(
    use: (proxy: RunningProxy, port: number) => Promise<void>,
    variables: Readonly<Record<string, string>> = {},
  ) {
    const environment = {
      ...makeEnvironment(await createDatabase(), 'smtp://127.0.0.1:1'),
      SITE_ORIGIN: `https://${siteHost}`,
      ...variables,
    };
    const { app, stop } = await makeNewsletter(environment);
    try {
      await withServer(app, (port) => withProxy([port, port], (proxy) => use(proxy, port)));
    } finally {
      await stop();
    }
  }

  test('serves every page over TLS and HTTP/2, each security header once', async () => {
    await withSite(async (proxy) => {
      for (const { path, status } of pages) {
        if (!path) continue;
        const { status: answered, names, headers } = await askSecurely(proxy, { path });
        expect([path, answered]).toEqual([path, status]);
        for (const header of security) {
          expect([path, header, names.filter((name) => name === header).length]).toEqual([
            path,
            header,
            1,
          ]);
        }
        expect(headers['x-powered-by'] ?? headers['server'] ?? '').not.toMatch(/\d/);
      }
    });
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['zstd', zstdDecompressSync],
    ['identity', (body: Buffer) => body],
  ] as const)('passes %s on byte for byte over HTTP/2', async (encoding, decode) => {
    await withSite(async (proxy, port) => {
      for (const path of ['/', '/events', '/feed.xml', '/robots.txt', '/no-such-page']) {
        const headers = { 'accept-encoding': encoding };
        const direct = await askPort(port, { path, headers: { ...headers, host: siteHost } });
        const passed = await askSecurely(proxy, { path, headers });
        expect(passed.headers['vary']).toBe(direct.headers['vary']);
        expect(passed.body.equals(direct.body), `${path} in ${encoding}`).toBe(true);
        expect([path, passed.headers['content-encoding'] ?? 'identity']).toEqual([path, encoding]);
        expect(decode(passed.body).toString()).toMatch(/^(<!DOCTYPE html>|<\?xml|User-agent:)/i);
      }
    });
  });

  test('lets the newsletter count visitors by their own address, whatever they claim', async () => {
    await withSite(
      async (proxy) => {
        const post = async (from: `127.0.0.${number}`, claimed: string, name: string) => {
          const question = makeSubscription(`${name}@example.com`);
          const headers = {
            ...question.headers,
            'x-forwarded-for': claimed,
            forwarded: `for=${claimed}`,
          };
          return (await askSecurely(proxy, { ...question, headers }, from)).status;
        };
        expect(await post('127.0.0.21', '203.0.113.1', 'asha')).toBe(303);
        expect(await post('127.0.0.21', '203.0.113.2', 'bela')).toBe(303);
        expect(await post('127.0.0.21', '203.0.113.3', 'chitra')).toBe(429);
        expect(await post('127.0.0.22', '203.0.113.3', 'chitra')).toBe(303);
      },
      { LIMIT_PER_NETWORK: '2' },
    );
  });

  test('replaces what a stranger says about scheme, host and address', async () => {
    await withServer(echo, (port) =>
      withProxy([port, port], async (proxy) => {
        const claimed = {
          'x-forwarded-for': '203.0.113.1, 203.0.113.2',
          'x-forwarded-proto': 'http',
          'x-forwarded-host': 'evil.example',
          forwarded: 'for=203.0.113.1;host=evil.example;proto=http',
        };
        const question = { path: '/echo', headers: claimed };
        const { body } = await askSecurely(proxy, question, '127.0.0.23');
        const seen = JSON.parse(body.toString());
        expect(seen).toMatchObject({
          host: siteHost,
          'x-forwarded-for': '127.0.0.23',
          'x-forwarded-proto': 'https',
          'x-forwarded-host': siteHost,
        });
        expect(JSON.stringify(seen)).not.toMatch(/evil|203\.0\.113/);
      }),
    );
  });

  test('keeps a well-formed request id and replaces any other', async () => {
    await withServer(echo, (port) =>
      withProxy([port, port], async (proxy) => {
        const findId = async (headers: Record<string, string>) => {
          const { body } = await askSecurely(proxy, { path: '/echo', headers });
          return String(JSON.parse(body.toString())['x-request-id']);
        };
        const own = /^[0-9a-f-]{32,36}$/;
        for (const id of requestIds) {
          // The proxy and the application mean the same by "well-formed".
          const asked = { headers: { 'x-request-id': id }, socket: { remoteAddress: '127.0.0.1' } };
          const isKept = getRequestId(asked, trustLoopback) === id;
          expect([id, (await findId({ 'x-request-id': id })) === id]).toEqual([id, isKept]);
          if (!isKept) expect(await findId({ 'x-request-id': id })).toMatch(own);
        }
        const [first, second] = [await findId({}), await findId({})];
        expect(first).toMatch(own);
        expect(second).not.toBe(first);
      }),
    );
  });

  test.each([
    ['/about?a=1', siteHost, `https://${siteHost}/about?a=1`],
    ['//evil.example/', siteHost, `https://${siteHost}//evil.example/`],
    [
      '/%0d%0aLocation:%20https://evil.example',
      siteHost,
      `https://${siteHost}/%0d%0aLocation:%20https://evil.example`,
    ],
    [`http://${siteHost}/about`, 'evil.example', `https://${siteHost}/about`],
    ['/about', 'evil.example', undefined],
    ['http://evil.example/about', siteHost, undefined],
    ['@evil.example', siteHost, undefined],
    ['/about', `${siteHost}@evil.example`, undefined],
    ['/about', `${siteHost}.evil.example`, undefined],
  ])('leads from http %s with host %s to %s', async (target, host, expected) => {
    const [first, second] = [await getFreePort(), await getFreePort()];
    await withProxy([first, second], async (proxy) => {
      const text = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      const received = await sendPlain(proxy, text);
      const found = received.matchAll(/^(?:location|cache-control): *(.*)\r$/gim);
      const headers = expected === undefined ? [] : [expected, 'public, max-age=86400'];
      expect([...found].map(([, value]) => value).sort()).toEqual(headers);
      expect(received).toMatch(expected === undefined ? /^HTTP\/1\.1 4\d\d / : /^HTTP\/1\.1 308 /);
    });
  });

  test('gives nothing of the site to who asks for another host', async () => {
    await withServer(echo, (port) =>
      withProxy([port, port], async (proxy) => {
        await expect(connectSecurely(proxy, ['h2'], '127.0.0.1', 'evil.example')).rejects.toThrow();
        const socket = await connectSecurely(proxy, ['http/1.1']);
        socket.end('GET /echo HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
        let received = '';
        for await (const chunk of socket) received += chunk;
        expect(received).toMatch(/^HTTP\/1\.1 421 /);
        expect(received).not.toContain('x-forwarded');
      }),
    );
  });

  test('asks the next replica when one is dead, for pages and for the form', async () => {
    await withServer(echoBody, async (port) => {
      await withProxy([await getFreePort(), port], async (proxy) => {
        for (let round = 0; round < 6; round += 1) {
          expect((await askSecurely(proxy, { path: `/${round}` })).status).toBe(200);
          const form = makeSubscription(`reader-${round}@example.com`);
          const { status, body } = await askSecurely(proxy, form);
          expect([status, body.toString()]).toEqual([200, form.body]);
        }
      });
    });
  });

  test('never takes half a form for a whole one when a replica dies with it in its hands', async () => {
    await withServer(dieWithForm, (first) =>
      withServer(echoBody, (second) =>
        withProxy([first, second], async (proxy) => {
          for (let round = 0; round < 4; round += 1) {
            const form = makeSubscription(`reader-${round}@example.com`);
            const { status, body } = await askSecurely(proxy, form);
            // Caddy cannot send it again and says so.
            if (name === 'nginx' || status !== 502) {
              expect([status, body.toString()]).toEqual([200, form.body]);
            }
          }
        }),
      ),
    );
  });

  test('finds a hashed file on the replica that has it', async () => {
    const has = makeReplica((request, response) => {
      response.setHeader('cache-control', 'public, max-age=31536000, immutable');
      response.end(`this is ${request.url}`);
    });
    const hasNot = makeReplica((_request, response) => {
      response.writeHead(404, { 'cache-control': 'no-store' }).end('Not found\n');
    });
    await withServer(has, (newer) =>
      withServer(hasNot, async (older) => {
        for (const replicas of [
          [newer, older],
          [older, newer],
        ] as const) {
          await withProxy(replicas, async (proxy) => {
            for (let file = 0; file < 4; file += 1) {
              for (const folder of ['assets', 'fonts', 'line', 'social']) {
                const path = `/${folder}/entry-${file}.js`;
                const { status, body } = await askSecurely(proxy, { path });
                expect([status, body.toString()]).toEqual([200, `this is ${path}`]);
              }
            }
          });
        }
        await withProxy([older, older], async (proxy) => {
          const { status, body } = await askSecurely(proxy, { path: '/assets/no.js' });
          expect([status, body.toString()]).toEqual([404, 'Not found\n']);
        });
      }),
    );
  });

  test('logs neither address nor query, not even of what fails', async () => {
    const [first, second] = [await getFreePort(), await getFreePort()];
    await withProxy([first, second], async (proxy) => {
      const path = '/newsletter/confirm?token=a-secret-token';
      const { status, body } = await askSecurely(proxy, { path }, '127.0.0.77');
      expect([502, 503]).toContain(status);
      expect(body.toString()).not.toContain('127.0.0.1');
      await sleep(300); // until it has written
      const written = await proxy.readEverything();
      expect(written).not.toMatch(/127\.0\.0\.77|a-secret-token/);
    });
  });
});
