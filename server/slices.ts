/**
 * Begins tasks in their order, in each turn of the event loop until a slice of time is used. Node accepts one connection
 * in a turn, so a new visitor waits for as many turns as there are connections before him, each as long as its work.
 *
 * @param slice in milliseconds
 * @returns begins a task at once where the turn has time for it, else in one of the next turns
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
    // At once if possible: Node ends a connection in this turn if its client has closed its side.
    if (waiting.length === 0 && used < slice) run(task);
    else waiting.push(task);
  };
}
