import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** The heap that is in use, in bytes. */
export function measureHeap(): number {
  collectGarbage();
  collectGarbage(); // What the first has only found to be unused.
  return process.memoryUsage().heapUsed;
}
