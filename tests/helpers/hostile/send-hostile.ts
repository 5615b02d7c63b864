import { once } from 'node:events';
import { type HostileRequest, host, write } from './hostile-request.ts';
import { findFaults } from './judge.ts';
import { RawConnection } from './raw-connection.ts';

/** Longer than the server lets anybody be slow, in milliseconds: beyond it, it hangs. */
const timeouts = 25_000;

export interface Findings {
  /** A sentence for each fault. */
  readonly faults: readonly string[];
  /** How many answers there were of each status; 0: the connection was closed without one. */
  readonly statuses: ReadonlyMap<number, number>;
}

/**
 * Sends all requests over several connections at once, keeps those that may be kept, and follows each
 * request with a good one, whose answer shows whether the server still knows where it is.
 */
export async function sendHostile(
  port: number,
  requests: readonly HostileRequest[],
  connections = 16,
): Promise<Findings> {
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const waiting = requests.entries();

  async function work() {
    let connection: RawConnection | undefined;
    for (const [number, request] of waiting) {
      connection ??= await open(port);
      const result = await sendOne(connection, request, number);
      count(result.status);
      for (const fault of result.faults) {
        const start = JSON.stringify(request.bytes.subarray(0, 300).toString('latin1'));
        faults.push(`${request.family} #${number}: ${fault} after ${start}`);
      }
      if (!result.isKept) {
        connection.destroy();
        connection = undefined;
      }
    }
    connection?.destroy();
  }
  await Promise.all(Array.from({ length: connections }, work));
  return { faults, statuses };
}

async function open(port: number): Promise<RawConnection> {
  const connection = new RawConnection(port);
  await once(connection.socket, 'connect');
  return connection;
}

interface Result {
  readonly status: number;
  readonly faults: readonly string[];
  readonly isKept: boolean;
}

async function sendOne(
  connection: RawConnection,
  request: HostileRequest,
  number: number,
): Promise<Result> {
  connection.write(request.bytes);
  if (request.after === 'half-close') connection.socket.end();
  const response = await connection.read(request.method, timeouts);
  if (response === 'closed') return { status: 0, faults: [], isKept: false };
  if (typeof response === 'string') return { status: 0, faults: [response], isKept: false };
  const faults = [...findFaults(request, response)];
  const isEnding = response.headers.get('connection') === 'close';
  const { status } = response;

  if (request.connection === 'closed' || isEnding || request.after) {
    if (request.connection === 'kept' && isEnding) faults.push(`${status}: closed without need`);
    if (!(await connection.waitForEnd(timeouts))) faults.push('the connection stays');
    const rest = connection.rest.subarray(0, 60).toString('latin1');
    // What the parser refuses is answered in words, even a HEAD: nobody has read that it was one.
    const isReason = request.method === 'HEAD' && /^[A-Z][A-Za-z ]+\n$/.test(rest);
    if (rest !== '' && !isReason) faults.push(`more than an response: ${rest}`);
    return { status, faults, isKept: false };
  }

  // A redirect says which request it answers: its query goes with it.
  connection.write(write({ target: `/About/?after=${number}`, headers: [host] }));
  const next = await connection.read('GET', timeouts);
  if (typeof next === 'string') {
    if (request.connection === 'kept') faults.push(`the next request: ${next}`);
    return { status, faults, isKept: false };
  }
  if (next.status !== 308 || next.headers.get('location') !== `/about?after=${number}`) {
    faults.push(`the next request got another response: ${next.status}`);
  }
  return { status, faults, isKept: true };
}
