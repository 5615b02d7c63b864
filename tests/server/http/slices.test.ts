import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openHttpServer } from '../../helpers/hostile/http-server.ts';
import { write } from '../../helpers/hostile/raw-connection.ts';

const request = write({ target: '/' });

test('a flood of requests on open connections does not delay new connections', async () => {
  let handled = 0;
  const { port } = await openHttpServer({ limits: {} }, (_request, response) => {
    handled += 1;
    const end = performance.now() + 1;
    while (performance.now() < end);
    response.end('done');
  });
  const open = () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  const flood = Array.from({ length: 60 }, open);
  for (const socket of flood) socket.on('data', () => socket.write(request));
  await expect.poll(() => handled).toBeGreaterThan(200);
  // Node accepts one connection in a turn of the event loop.
  const visitors = Array.from({ length: 5 }, open);
  const before = handled;
  await Promise.all(visitors.map((socket) => once(socket, 'data')));
  // The visitors wait for one round of the flood, not for one round each.
  expect(handled - before).toBeLessThan(150);
});
