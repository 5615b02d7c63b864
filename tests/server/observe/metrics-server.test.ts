import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { askPort, withServer } from '../../helpers/ask.ts';
import { readSamples } from '../../helpers/read-samples.ts';
import { type RunningServer, readPort, withProcess } from '../../helpers/start-server.ts';

const anyPort = { PORT: '0' };

async function readMetricsPort({ waitFor }: RunningServer): Promise<number> {
  const { metricsUrl } = await waitFor((line) => 'metricsUrl' in line);
  expect(metricsUrl).toMatch(/^http:\/\/localhost:\d+\/metrics$/);
  return Number(new URL(String(metricsUrl)).port);
}

/** TCP ports on which a process listens, as the kernel knows them. */
function findListening(pid: number): number[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1] ?? [];
      } catch {
        return []; // closed meanwhile
      }
    }),
  );
  return ['tcp', 'tcp6'].flatMap((protocol) =>
    readFileSync(`/proc/${pid}/net/${protocol}`, 'utf8')
      .split('\n')
      .slice(1)
      .flatMap((line) => {
        const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
        const isListening = state === '0A' && sockets.has(inode);
        return isListening ? [Number.parseInt(local.split(':')[1] ?? '', 16)] : [];
      }),
  );
}

test('without METRICS_PORT nothing but the site listens, and the site serves no metrics', async () => {
  await withProcess(anyPort, async (server) => {
    const port = await readPort(server);
    expect(findListening(server.child.pid ?? 0)).toEqual([port]);
    expect((await askPort(port, { path: '/metrics' })).status).toBe(404);
  });
});

test('with it the metrics are served on that port only, for GET only', async () => {
  await withProcess({ ...anyPort, METRICS_PORT: '0' }, async (server) => {
    const port = await readPort(server);
    const metricsPort = await readMetricsPort(server);
    expect(findListening(server.child.pid ?? 0).sort()).toEqual([port, metricsPort].sort());
    expect((await askPort(port, { path: '/metrics' })).status).toBe(404);

    const read = async () => {
      const { status, headers, body } = await askPort(metricsPort, { path: '/metrics' });
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
      expect(headers['cache-control']).toBe('no-store');
      return readSamples(body.toString());
    };
    const series = 'http_request_duration_seconds_count{route="blog",status="2xx"}';
    expect((await read()).has(series)).toBe(false);
    await askPort(port, { path: '/blog' });
    await expect.poll(async () => (await read()).get(series)).toBe(1);
    expect((await read()).get('http_connections')).toBeGreaterThanOrEqual(0);

    for (const path of ['/', '/about', '/metrics/', '/metricsx', '/healthz', '/reports']) {
      expect((await askPort(metricsPort, { path })).status).toBe(404);
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await askPort(metricsPort, { path: '/metrics', method });
      expect(response.status).toBe(405);
      expect(response.headers['allow']).toBe('GET, HEAD');
    }
    const head = await askPort(metricsPort, { path: '/metrics', method: 'HEAD' });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    // The process stops although somebody watches, on a connection that stays open.
    expect((await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).status).toBe(200);
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
  });
});

test('a METRICS_PORT that is taken ends the boot with one line that names it', async () => {
  await withServer(
    () => {},
    async (taken) => {
      await withProcess({ ...anyPort, METRICS_PORT: String(taken) }, async ({ ended }) => {
        const { code, stderr } = await ended;
        expect(code).toBe(1);
        expect(stderr).toMatch(
          new RegExp(
            `^Cannot listen on 127\\.0\\.0\\.1:${taken} \\(METRICS_PORT\\): .*EADDRINUSE.*\\n$`,
          ),
        );
      });
    },
  );
});
