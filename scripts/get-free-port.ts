import getPort, { portNumbers } from 'get-port';

/** Ports below those that the system gives to outgoing connections: one of those may be taken at any time. */
const lowest = 20_000 + (process.pid % 120) * 100;

/** A free port of 127.0.0.1, from a block of this process, so that two processes do not get the same. */
export function getFreePort(): Promise<number> {
  return getPort({ host: '127.0.0.1', port: portNumbers(lowest, lowest + 99) });
}
