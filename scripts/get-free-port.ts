import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below those that the system gives to outgoing connections: one of those may be taken at any time. */
const [lowest, blocks, blockSize] = [20_000, 120, 100];

let given = 0;

/**
 * A free port of 127.0.0.1. Each process takes ports from a block of its own, so that two processes do not get the
 * same.
 */
export async function getFreePort(): Promise<number> {
  const port = lowest + (process.pid % blocks) * blockSize + (given++ % blockSize);
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return getFreePort();
  }
  probe.close();
  await once(probe, 'close');
  return port;
}
