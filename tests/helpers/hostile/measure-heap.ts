import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Measures the heap that is in use, in bytes. */
export function measureHeap(): number {
  collectGarbage();
  collectGarbage(); // The second call frees what the first one has only found.
  return process.memoryUsage().heapUsed;
}
