import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Inspector {
  /** Two full collections: what only the first one frees has finalizers or weak references. */
  collectGarbage(): Promise<void>;
  /** The value of an expression in the inspected process; a promise is waited for. */
  evaluate(expression: string): Promise<unknown>;
  close(): void;
}

/**
 * The inspector of a process that was started with `--inspect`: the only way to have its garbage
 * collected and its event loop watched from outside, without a line in the server for it.
 */
export async function openInspector(port: number): Promise<Inspector> {
  const socket = new WebSocket(await findAddress(port));
  await once(socket, 'open');
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = readMessage(String(data));
    const one = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) one?.resolve(result);
    else one?.reject(new Error(`The inspector says: ${JSON.stringify(error)}`));
  });
  socket.addEventListener('close', () => {
    for (const one of waiting.values()) one.reject(new Error('The server has ended'));
  });
  const call = (method: string, params: object = {}) => {
    if (socket.readyState !== WebSocket.OPEN) throw new Error('The server has ended');
    last += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(last, answer);
    socket.send(JSON.stringify({ id: last, method, params }));
    return answer.promise;
  };
  return {
    async collectGarbage() {
      await call('HeapProfiler.collectGarbage');
      await sleep(500);
      await call('HeapProfiler.collectGarbage');
    },
    async evaluate(expression) {
      const params = { expression, awaitPromise: true, returnByValue: true };
      const answer = await call('Runtime.evaluate', params);
      const result = isRecord(answer) ? answer['result'] : undefined;
      if (!isRecord(result) || !('value' in result)) {
        throw new Error(`${expression} has no value: ${JSON.stringify(answer)}`);
      }
      return result['value'];
    },
    close: () => socket.close(),
  };
}

async function findAddress(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`);
  const targets: unknown = await response.json();
  const target: unknown = Array.isArray(targets) ? targets[0] : undefined;
  const address = isRecord(target) ? target['webSocketDebuggerUrl'] : undefined;
  if (typeof address !== 'string') throw new Error('The process has no inspector');
  return address;
}

function readMessage(text: string) {
  const message: unknown = JSON.parse(text);
  if (!isRecord(message)) throw new Error(`The inspector says ${text}`);
  return { id: Number(message['id']), result: message['result'], error: message['error'] };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
