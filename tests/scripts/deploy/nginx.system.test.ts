import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { expect, test } from 'vitest';
import { getFreePort } from '#scripts/site/get-free-port.ts';
import { pages } from '#shared/routes.ts';
import { makeEnvironment, makeNewsletter } from '../../helpers/newsletter/newsletter-app.ts';
import { startNginx, startNginxBefore } from '../../helpers/programs/nginx.ts';
import {
  askSecurely,
  cdnAddress,
  connectSecurely,
  makeSubscription,
  siteHost,
} from '../../helpers/programs/running-proxy.ts';
import { askPort } from '../../helpers/site/ask.ts';
import { makeFolder, serve } from '../../helpers/until-test-ends.ts';

const echo: RequestListener = (request, response) => response.end(JSON.stringify(request.headers));
const echoBody: RequestListener = (request, response) => request.pipe(response);

/** A replica that reads each form to its end and then closes the connection, as if it had crashed. */
const dieWithForm: RequestListener = (request, response) => {
  if (request.method !== 'POST') return response.end();
  return request.resume().on('end', () => request.socket.destroy());
};

const security = [
  ...['content-security-policy', 'cross-origin-opener-policy', 'permissions-policy'],
  ...['referrer-policy', 'strict-transport-security', 'x-content-type-options', 'x-frame-options'],
];

test('serves every page over TLS and HTTP/2, with each security header once', async () => {
  const environment = makeEnvironment({ place: { dataDirectory: await makeFolder() } });
  const { app } = await makeNewsletter({ ...environment, SITE_ORIGIN: `https://${siteHost}` });
  const proxy = await startNginxBefore(app);
  for (const { path, status } of pages) {
    if (!path) continue;
    const { status: received, names, headers } = await askSecurely(proxy, { path });
    expect([path, received]).toEqual([path, status]);
    expect(names.filter((each) => security.includes(each)).sort()).toEqual(security);
    expect(headers['x-powered-by'] ?? headers['server'] ?? '').not.toMatch(/\d/);
  }
});

test('replaces the scheme, host and address that a request claims', async () => {
  const proxy = await startNginxBefore(echo);
  const headers = {
    'x-forwarded-for': '203.0.113.1, 203.0.113.2',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': 'evil.example',
    forwarded: 'for=203.0.113.1;host=evil.example;proto=http',
  };
  const { body } = await askSecurely(proxy, { path: '/echo', headers }, '127.0.0.23');
  const seen = JSON.parse(body.toString());
  expect(seen).toMatchObject({
    host: siteHost,
    'x-forwarded-for': '127.0.0.23',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': siteHost,
  });
  expect(JSON.stringify(seen)).not.toMatch(/evil|203\.0\.113/);
});

test('keeps a well-formed request id of a load balancer, and replaces any other', async () => {
  const proxy = await startNginxBefore(echo);
  const getId = async (id: string, from?: string) => {
    const headers = { 'x-request-id': id, 'x-forwarded-for': '203.0.113.9' };
    const { body } = await askSecurely(proxy, { path: '/echo', headers }, from);
    return String(JSON.parse(body.toString())['x-request-id']);
  };
  // The same limit as in `server/proxy/request-id.ts`.
  const wellFormed = ['balancer-0123456789', 'YWJj+/==', 'a:b.c_d', 'x'.repeat(128)];
  const malformed = ['with space', 'x'.repeat(129), '"><script>alert(1)', 'é', ''];
  const ofTheProxy = expect.stringMatching(/^[0-9a-f-]{32,36}$/);
  for (const id of wellFormed) expect(await getId(id, cdnAddress)).toBe(id);
  for (const id of malformed) expect(await getId(id, cdnAddress)).toEqual(ofTheProxy);
  for (const id of [...wellFormed, ...malformed]) {
    expect(await getId(id, '127.0.0.46')).toEqual(ofTheProxy); // a visitor
  }
  expect(await getId('')).not.toBe(await getId(''));
});

test('redirects from http to https, only on the same host', async () => {
  const proxy = await startNginx([await getFreePort(), await getFreePort()]);
  const split = '/%0d%0aLocation:%20https://evil.example';
  for (const [target, host, expected] of [
    ['/about?a=1', siteHost, `https://${siteHost}/about?a=1`],
    ['//evil.example/', siteHost, `https://${siteHost}//evil.example/`],
    [split, siteHost, `https://${siteHost}${split}`],
    [`http://${siteHost}/about`, 'evil.example', `https://${siteHost}/about`],
    ['/about', 'evil.example', undefined],
    ['@evil.example', siteHost, undefined],
    ['/about', `${siteHost}.evil.example`, undefined],
  ] as const) {
    const message = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    const received = await text(connect(proxy.httpPort, '127.0.0.1').end(message));
    const found = received.matchAll(/^(?:location|cache-control): *(.*)\r$/gim);
    const headers = expected === undefined ? [] : [expected, 'public, max-age=86400'];
    expect([...found].map(([, value]) => value).sort()).toEqual(headers);
    expect(received).toMatch(expected === undefined ? /^HTTP\/1\.1 4\d\d / : /^HTTP\/1\.1 301 /);
  }
  const form = { path: '/newsletter', method: 'POST', headers: { host: siteHost } };
  expect((await askPort(proxy.httpPort, form)).status).toBe(308); // It stays a POST.
});

test('serves a certificate authority’s proof over http, and nothing else', async () => {
  const nginx = await startNginxBefore(echo);
  const place = join(nginx.acmeFolder, '.well-known/acme-challenge');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'token'), 'proof');
  writeFileSync(join(nginx.acmeFolder, 'secret'), 'SECRET');
  for (const [name, expected] of [
    ['token', [200, 'proof']],
    ['other', [404, expect.stringContaining('404')]],
    ['../../secret', [301, expect.stringContaining('301')]],
  ] as const) {
    const path = `/.well-known/acme-challenge/${name}`;
    const headers = { host: 'old.example.org' };
    const { status, body } = await askPort(nginx.httpPort, { path, headers });
    expect([name, status, body.toString()]).toEqual([name, ...expected]);
  }
});

test('serves nothing of the site for another host', async () => {
  const proxy = await startNginxBefore(echo);
  await expect(connectSecurely(proxy, ['h2'], '127.0.0.1', 'evil.example')).rejects.toThrow();
  const message = 'GET /echo HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n';
  const received = await text((await connectSecurely(proxy, ['http/1.1'])).end(message));
  expect(received).toMatch(/^HTTP\/1\.1 421 /);
  expect(received).not.toContain('x-forwarded');
});

test('uses the next replica if one is down, and never passes on half a form as a whole one', async () => {
  const second = await serve(echoBody);
  for (const first of [await getFreePort(), await serve(dieWithForm)]) {
    const proxy = await startNginx([first, second]);
    for (let round = 0; round < 5; round += 1) {
      expect((await askSecurely(proxy, { path: `/${round}` })).status).toBe(200);
      const form = makeSubscription(`reader-${round}@example.com`);
      const { status, body } = await askSecurely(proxy, form);
      expect([status, body.toString()]).toEqual([200, form.body]);
    }
  }
});

test('finds a hashed file on the replica that has it', async () => {
  const newer = await serve((request, response) => response.end(request.url));
  const older = await serve((_request, response) =>
    response.writeHead(404, { 'cache-control': 'no-store' }).end('Not found\n'),
  );
  const folders = ['assets', 'fonts', 'line', 'social'];
  const files = folders.flatMap((name) => [`/${name}/entry-1.js`, `/${name}/entry-2.js`]);
  for (const proxy of [await startNginx([newer, older]), await startNginx([older, newer])]) {
    for (const path of files) {
      const { status, body } = await askSecurely(proxy, { path });
      expect([status, body.toString()]).toEqual([200, path]);
    }
  }
  const proxy = await startNginx([older, older]);
  const { status, body } = await askSecurely(proxy, { path: '/assets/no.js' });
  expect([status, body.toString()]).toEqual([404, 'Not found\n']);
});

test('logs neither address nor query, also of failed requests', async () => {
  const from = '127.0.0.77';
  const dead = await startNginx([await getFreePort(), await getFreePort()]);
  const { status, body } = await askSecurely(dead, { path: '/a?token=SECRET' }, from);
  expect([502, 503]).toContain(status);
  expect(body.toString()).not.toContain('127.0.0.1');
  const live = await startNginxBefore((_request, response) => response.end(Buffer.alloc(2 ** 25)));
  for (const path of ['/a%3Ftoken=SECRET', '/a@SECRET.example', '/about/SECRET']) {
    await askSecurely(live, { path }, from);
  }
  const long = `/${'long'.repeat(1_000)}`;
  await askSecurely(live, { path: long }, from);
  const open = () => connect({ host: '127.0.0.1', port: live.httpsPort, localAddress: from });
  open().end(`\x16\x03\x01\xff\xff${'a'.repeat(200)}`, 'latin1'); // a malformed TLS handshake
  // A connection that is closed in the middle of a response.
  const socket = open();
  const visit = connectTls({ socket, ca: live.trusted, servername: siteHost });
  visit.write(`GET / HTTP/1.1\r\nHost: ${siteHost}\r\n\r\n`);
  await once(visit, 'data');
  socket.resetAndDestroy();
  for (const proxy of [dead, live]) {
    await askSecurely(proxy, { path: '/' }, from); // Meanwhile the lines of the earlier requests are written.
    const everything = await proxy.readEverything();
    expect(everything).not.toMatch(/127\.0\.0\.77|SECRET/);
    expect(everything).not.toContain(long.slice(0, 201));
  }
});
