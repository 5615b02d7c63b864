import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createResources } from '#shared/resources.ts';
import { pages } from '#shared/routes.ts';
import { sampleContent } from '../../helpers/content/sample-content.ts';
import { readDeployFile } from '../../helpers/programs/deploy-files.ts';
import { ofRefusals, startNginxBefore } from '../../helpers/programs/nginx.ts';
import {
  askSecurely,
  cdnAddress,
  type RunningProxy,
} from '../../helpers/programs/running-proxy.ts';

/** The application's header, with times that are short enough for a test. */
const shortly = 'public, max-age=0, s-maxage=1, stale-while-revalidate=60, stale-if-error=60';
const longer = shortly.replace('s-maxage=1', 's-maxage=60');
const onlyOnError = shortly.replace('stale-while-revalidate=60, ', '');

/** The response to a visitor: status, body and cache status. */
async function look(nginx: RunningProxy, path: string, headers: Record<string, string> = {}) {
  const response = await askSecurely(nginx, { path, headers });
  return [response.status, response.body.toString(), response.headers['x-cache-status']];
}

/** Requests a page until it is no longer fresh. nginx counts whole seconds. */
async function lookWhenOld(nginx: RunningProxy, path: string) {
  let found = await look(nginx, path);
  while (found[2] === 'HIT') found = await look(nginx, path);
  return found;
}

test('a stale page is refreshed in the background, used if the refresh fails or no replica responds, and removed after a 404', async () => {
  const counts = new Map<string, number>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let isUp = true;
  /** Every second response is a failure, or waits until it is released. */
  const nginx = await startNginxBefore(async ({ url = '', socket }, response) => {
    if (!isUp) return void socket.destroy();
    const count = (counts.get(url) ?? 0) + 1;
    counts.set(url, count);
    response.setHeader('cache-control', url === '/' ? shortly : onlyOnError);
    const status = Number(url.slice(1));
    if (count > 1 && url === '/') await released;
    if (count > 1 && status) response.writeHead(status, { 'cache-control': 'no-store' });
    response.end(`page ${count}`);
  });
  for (const path of ['/', '/500', '/404', '/later']) {
    expect(await look(nginx, path)).toEqual([200, 'page 1', 'MISS']);
  }
  // The replica does not respond before it is released, so this is the stale page.
  expect(await lookWhenOld(nginx, '/')).toEqual([200, 'page 1', 'STALE']);
  expect(await look(nginx, '/')).toEqual([200, 'page 1', 'UPDATING']);
  await expect.poll(() => counts.get('/')).toBe(2);
  release();
  await expect.poll(async () => (await look(nginx, '/'))[1]).toBe('page 2');
  expect(await lookWhenOld(nginx, '/500')).toEqual([200, 'page 1', 'STALE']);
  expect(await lookWhenOld(nginx, '/404')).toEqual([404, 'page 2', 'EXPIRED']);
  isUp = false;
  for (let round = 0; round < 3; round += 1) {
    expect(await lookWhenOld(nginx, '/later')).toEqual([200, 'page 1', 'STALE']);
    const { status, headers, body } = await askSecurely(nginx, { path: `/new-${round}` });
    expect([status, headers]).toMatchObject([503, ofRefusals]);
    expect(body.toString()).toMatch(/^The site is away for a moment/);
  }
  // A replica that is up again is used immediately, however often it has failed.
  isUp = true;
  expect((await look(nginx, '/again'))[0]).toBe(200);
});

test('a replacement empties the cache in place: pages are new, hashed files stay, and responses in progress are complete', async () => {
  let version = 1;
  let isAsked = false;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const nginx = await startNginxBefore(async ({ url }, response) => {
    response.setHeader('cache-control', longer);
    const text = `version ${version}`;
    if (url === '/slow') {
      response.write('begins, ');
      isAsked = true;
      await released;
    }
    response.end(text);
  });
  const asset = '/assets/entry-AAAAAAAA.js';
  const paths = ['/', asset];
  for (const path of paths) expect(await look(nginx, path)).toEqual([200, 'version 1', 'MISS']);
  for (const path of paths) expect(await look(nginx, path)).toEqual([200, 'version 1', 'HIT']);
  const slow = look(nginx, '/slow');
  await expect.poll(() => isAsked).toBe(true);
  version = 2;
  const [, command = ''] = /proxy sh -c "(.+)"/.exec(readDeployFile('replace.sh')) ?? [];
  expect(command).toContain('/var/lib/nginx/setu-circle');
  execFileSync('sh', ['-c', command.replace('/var/lib/nginx/setu-circle', nginx.cacheFolder)]);
  expect(await look(nginx, '/')).toEqual([200, 'version 2', 'MISS']);
  expect(await look(nginx, asset)).toEqual([200, 'version 1', 'HIT']);
  release();
  expect(await slow).toEqual([200, 'begins, version 1', 'MISS']);
  expect(await nginx.readEverything()).not.toContain('[crit]');
});

test('all values of Accept-Encoding share three copies of a page', async () => {
  const seen: string[] = [];
  const nginx = await startNginxBefore((request, response) => {
    const accepted = String(request.headers['accept-encoding']);
    seen.push(accepted);
    response.writeHead(200, { 'cache-control': longer, vary: 'Accept-Encoding' }).end(accepted);
  });
  const meanings = {
    br: ['gzip, deflate, br, zstd', 'BR;q=0.8,gzip;q=1.0'],
    gzip: ['br;q=0, gzip', 'gzip;q=0.001'],
    identity: ['br; q=0.000 , zstd', 'x-br, abr, brx', '', undefined],
  };
  for (const [meaning, spellings] of Object.entries(meanings)) {
    for (const spelling of spellings) {
      const headers = spelling === undefined ? {} : { 'accept-encoding': spelling };
      const [, body] = await look(nginx, '/', headers);
      expect([spelling, body]).toEqual([spelling, meaning]);
    }
  }
  expect(seen).toEqual(['br', 'gzip', 'identity']);
});

test('no response of the newsletter and no response with no-store is cached', async () => {
  const asked: string[] = [];
  const nginx = await startNginxBefore(({ url = '' }, response) => {
    asked.push(url);
    const isSecret = url.startsWith('/newsletter');
    response.setHeader('cache-control', isSecret ? 'public, s-maxage=600' : 'no-store');
    response.end();
  });
  const paths = ['/newsletter/confirm?token=a', '/newsletter/unsubscribe?token=a', '/healthz'];
  for (const path of [...paths, ...paths]) {
    const [, , use = 'MISS'] = await look(nginx, path);
    expect(use).toBe('MISS');
  }
  expect(asked).toEqual([...paths, ...paths]);
});

test('a cached page has the id of the current request, not of the first one', async () => {
  const nginx = await startNginxBefore((request, response) => {
    response.setHeader('x-request-id', String(request.headers['x-request-id']));
    response.setHeader('cache-control', longer);
    response.end();
  });
  for (const digit of ['1', '2']) {
    const own = { 'x-request-id': `request-${digit}` };
    const headers = { ...own, 'x-forwarded-for': '203.0.113.9' };
    const { headers: sent, names } = await askSecurely(nginx, { path: '/', headers }, cdnAddress);
    expect(sent).toMatchObject(own);
    expect(names.filter((name) => name in own)).toEqual(['x-request-id']);
  }
});

test('every page and resource of the application is cached, each query separately, with 304 for a known ETag', async () => {
  const nginx = await startNginxBefore(createApp({ content: sampleContent }));
  const cached = pages.filter(({ hasDeferredPart }) => !hasDeferredPart);
  const rows = [...cached, { path: '/?another' }, ...createResources(sampleContent)];
  for (const path of rows.flatMap((row) => row.path ?? [])) {
    const first = await askSecurely(nginx, { path });
    const second = await askSecurely(nginx, { path });
    const vary = 'Accept-Encoding'; // which is in the key
    expect(first.headers, path).toMatchObject({ 'x-cache-status': 'MISS', vary });
    expect(second.headers, path).toMatchObject({ 'x-cache-status': 'HIT', vary });
    expect(second.body.equals(first.body), path).toBe(true);
    const { etag } = first.headers;
    if (etag === undefined) continue;
    const third = await askSecurely(nginx, { path, headers: { 'if-none-match': etag } });
    expect(third.status, path).toBe(304);
  }
});
