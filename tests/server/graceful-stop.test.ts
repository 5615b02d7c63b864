import { connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { askPort } from '../helpers/ask.ts';
import { readPort, withProcess } from '../helpers/start-server.ts';

/** A free port of its own choice; the log names it. */
const anyPort = { PORT: '0' };

/** Everything a connection receives; `until` waits for words in it. */
function listen(socket: Socket) {
  let received = '';
  const waiting = new Set<() => void>();
  socket.on('data', (chunk) => {
    received += chunk;
    for (const look of waiting) look();
  });
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(received)));
  const until = (words: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!received.includes(words)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return { closed, until };
}

/**
 * A request that is in flight: the server has read its beginning, since that came in one piece with
 * an earlier request with a complete response.
 */
async function beginRequest(port: number, path: string) {
  const socket = connect(port, '127.0.0.1');
  const { closed, until } = listen(socket);
  const host = 'Host: here.example\r\n';
  socket.write(`GET /healthz HTTP/1.1\r\n${host}\r\nGET ${path} HTTP/1.1\r\n${host}`);
  await until('uptimeSeconds');
  return { finish: () => socket.write('Connection: close\r\n\r\n'), closed };
}

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  test('ends an idle server at once, open connections or not, with 0', async () => {
    await withProcess(anyPort, async (server) => {
      const idle = connect(await readPort(server), '127.0.0.1');
      const { until, closed } = listen(idle);
      idle.write('GET /healthz HTTP/1.1\r\nHost: here.example\r\n\r\n');
      await until('uptimeSeconds');
      const startedAt = performance.now();
      server.child.kill(signal);
      expect(await server.ended).toEqual({ code: 0, stderr: '' });
      expect(performance.now() - startedAt).toBeLessThan(5000);
      await closed;
    });
  });

  test('lets what is in flight finish, takes nothing new and says that it is not ready', async () => {
    await withProcess(anyPort, async (server) => {
      const port = await readPort(server);
      const page = await beginRequest(port, '/about');
      const probe = await beginRequest(port, '/readyz');
      server.child.kill(signal);
      await server.waitFor(({ msg }) => msg === 'stopping');
      await expect(askPort(port, { path: '/' })).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
      probe.finish();
      expect(await probe.closed).toMatch(/HTTP\/1\.1 503 .*"stopping"/s);
      page.finish();
      const received = await page.closed;
      expect(received).toContain('HTTP/1.1 200 OK');
      expect(received).toContain('</html>');
      expect(await server.ended).toEqual({ code: 0, stderr: '' });
    });
  });
});

test('a request that never ends is cut off at its limit, and work that takes longer is finished', async () => {
  await withProcess(
    {},
    async (server) => {
      const port = await readPort(server);
      const endless = askPort(port, { path: '/never' }).catch(() => 'cut off');
      await askPort(port, { path: '/' });
      const startedAt = performance.now();
      server.child.kill('SIGTERM');
      expect(await endless).toBe('cut off');
      expect(performance.now() - startedAt).toBeGreaterThan(400); // The limit here is 500 ms.
      await server.waitFor(({ msg }) => msg === 'finished');
      expect(await server.ended).toEqual({ code: 0, stderr: '' });
    },
    'tests/helpers/failing-process.ts',
  );
});
