/** Pages that are rendered at a time: for all that wait one turn of the event loop would be too long. */
const maxRenders = 16;

/** How long a page counts that waits for something before its shell is ready, in milliseconds. */
const maxHeld = 1_000;

/** Limits what is rendered at a time. @returns runs a task when its turn has come, and has its result */
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
