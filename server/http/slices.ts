/**
 * Starts tasks in their order, in each turn of the event loop for `slice` milliseconds. Node accepts one connection per
 * turn, so a new visitor waits a turn for each earlier connection in the queue.
 */
export function createSlices(slice: number): (task: () => void) => void {
  const waiting: (() => void)[] = [];
  let used = 0; // in this turn
  let hasNext = false;
  const run = (task: () => void) => {
    const startedAt = performance.now();
    task();
    used += performance.now() - startedAt;
  };
  const beginTurn = () => {
    used = 0;
    hasNext = waiting.length > 0;
    if (hasNext) setImmediate(beginTurn); // Before the tasks: one of them may throw.
    while (used < slice) {
      const task = waiting.shift();
      if (!task) return;
      run(task);
    }
  };
  return (task) => {
    if (!hasNext) setImmediate(beginTurn);
    hasNext = true;
    // The task runs at once if possible: Node ends the connection in this turn if the client has closed its side.
    if (waiting.length === 0 && used < slice) run(task);
    else waiting.push(task);
  };
}
