import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems give ports above the last one to connections: such a port may be taken before it is listened on. */
const [lowest, blocks, blockSize] = [20_000, 120, 100];

let given = 0;

/**
 * A port of 127.0.0.1 that nobody listens on at this moment. Each process takes the next one of its own block, so that
 * two that run at the same time do not get the same.
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
