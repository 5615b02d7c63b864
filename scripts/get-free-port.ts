import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems give ports above it to connections: such a port may be taken before it is listened on. */
const [lowest, count] = [20_000, 12_000];

/** A port of 127.0.0.1 that nobody listens on at this moment. */
export async function getFreePort(): Promise<number> {
  const port = lowest + Math.floor(Math.random() * count);
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
