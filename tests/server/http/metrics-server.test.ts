import { expect, test } from 'vitest';
import { askPort } from '../../helpers/site/ask.ts';
import { readSamples } from '../../helpers/site/read-samples.ts';
import { readPort } from '../../helpers/site/start-server.ts';
import { startServer } from '../../helpers/until-test-ends.ts';

test('with METRICS_PORT the metrics are served on that port only, for GET only', async () => {
  const server = await startServer({ PORT: '0', METRICS_PORT: '0' });
  const port = await readPort(server);
  const { metricsUrl } = await server.waitFor((line) => 'metricsUrl' in line);
  expect(metricsUrl).toMatch(/^http:\/\/localhost:\d+\/metrics$/);
  const metricsPort = await readPort(server, 'metricsUrl');
  expect((await askPort(port, { path: '/metrics' })).status).toBe(404);

  const type = 'text/plain; version=0.0.4; charset=utf-8';
  const read = async () => {
    const { status, headers, body } = await askPort(metricsPort, { path: '/metrics' });
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': type, 'cache-control': 'no-store' });
    return readSamples(body.toString());
  };
  const found = (await askPort(port, { path: '/healthz' })).body.toString();
  const { version, commit } = JSON.parse(found);
  expect(await server.waitFor((line) => 'url' in line)).toMatchObject({ version, commit });
  expect((await read()).get(`site_build_info{version="${version}",commit="${commit}"}`)).toBe(1);
  expect(commit).not.toBe('');
  const series = 'http_request_duration_seconds_count{route="blog",status="2xx"}';
  expect((await read()).has(series)).toBe(false);
  await askPort(port, { path: '/blog' });
  await expect.poll(async () => (await read()).get(series)).toBe(1);
  expect((await read()).get('http_connections')).toBeGreaterThanOrEqual(0);

  for (const path of ['/', '/about', '/metrics/', '/metricsx', '/healthz', '/reports']) {
    expect((await askPort(metricsPort, { path })).status).toBe(404);
  }
  for (const method of ['POST', 'OPTIONS']) {
    const { status, headers } = await askPort(metricsPort, { path: '/metrics', method });
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
  }
  const head = await askPort(metricsPort, { path: '/metrics', method: 'HEAD' });
  expect([head.status, head.body.length]).toEqual([200, 0]);
  // The process stops although a scraper keeps its connection open.
  expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200);
  expect((await server.end()).code).toBe(0);
});
