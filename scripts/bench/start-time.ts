import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { findFreePort } from '../find-free-port.ts';
import { type ServerCommand, spawnServer } from './servers.ts';
import { findMedian } from './statistics.ts';

export interface StartTimes {
  /** From spawn to the first byte of the first 200, in milliseconds. */
  readonly all: readonly number[];
  readonly best: number;
  readonly median: number;
}

/**
 * How long servers take from spawn to the first 200 of the home page, in turn. They may use both
 * processors, as in production.
 */
export async function measureStarts(
  commands: { readonly ours: ServerCommand; readonly naive: ServerCommand },
  times: number,
): Promise<{ readonly ours: StartTimes; readonly naive: StartTimes }> {
  const ours: number[] = [];
  const naive: number[] = [];
  for (let time = 0; time < times; time += 1) {
    ours.push(await measureStart(commands.ours));
    naive.push(await measureStart(commands.naive));
  }
  return { ours: summarise(ours), naive: summarise(naive) };
}

function summarise(all: readonly number[]): StartTimes {
  return { all, best: Math.min(...all), median: findMedian(all) };
}

async function measureStart(command: ServerCommand): Promise<number> {
  const port = await findFreePort();
  const startedAt = performance.now();
  const { child, stop } = spawnServer(command, port, { pinned: false });
  try {
    while (!(await answersWell(port))) {
      if (child.exitCode !== null) throw new Error(`It ended at once: ${command.args.join(' ')}`);
      if (performance.now() - startedAt > 30_000) throw new Error('It does not answer');
      await nextTurn(); // As often as can be: a refused connection costs a tenth of a millisecond.
    }
    return performance.now() - startedAt;
  } finally {
    await stop();
  }
}

async function answersWell(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    const [chunk]: Buffer[] = await once(socket, 'data', { signal: AbortSignal.timeout(10_000) });
    return chunk?.subarray(0, 12).toString('latin1') === 'HTTP/1.1 200';
  } catch {
    return false; // Nobody listens yet.
  } finally {
    socket.destroy();
  }
}
