/**
 * Limits the time for starting tasks in each turn of the event loop; tasks start in their order. Node accepts one
 * connection per turn, so a new visitor waits one turn for each earlier connection in the queue, and turns must be
 * short.
 *
 * @param slice in milliseconds
 * @returns starts a task at once if this turn has time left, otherwise in a later turn
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
    // At once if possible: if the client has closed its side, Node ends the connection in this turn.
    if (waiting.length === 0 && used < slice) run(task);
    else waiting.push(task);
  };
}
