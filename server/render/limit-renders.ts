/** Maximum of pages rendered at a time. Rendering all waiting pages would block one turn of the event loop too long. */
const maxRenders = 16;

/** A page whose shell is not ready after this many milliseconds no longer counts. */
const maxHeld = 1_000;

/** Limits the pages rendered at a time. @returns runs a task when it may start, and resolves with its result */
export function limitRenders(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let free = maxRenders;
  return async (task) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let isHeld = true;
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    };
    const timer = setTimeout(release, maxHeld);
    try {
      return await task();
    } finally {
      clearTimeout(timer);
      release();
    }
  };
}
