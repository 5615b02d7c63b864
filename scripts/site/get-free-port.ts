import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below those that the system gives to outgoing connections: one of those may be taken at any time. */
const lowest = 20_000 + (process.pid % 120) * 100;
let offset = 0;

/** A free port of 127.0.0.1, from a block of this process, so that two processes do not get the same. */
export async function getFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = lowest + offset;
    offset = (offset + 1) % 100; // The caller has not opened the last one yet.
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error(`No free port between ${lowest} and ${lowest + 99}`);
}
