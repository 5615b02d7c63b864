/** Maximum of pages rendered at a time. */
const maxRenders = 16;

/** A page whose shell is not ready after this many milliseconds no longer counts. */
const maxHeld = 1_000;

/**
 * Limits the pages rendered at a time, and begins one in each turn of the event loop: React renders without a pause.
 */
export function limitRenders(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let free = maxRenders;
  let isScheduled = false;
  const schedule = () => {
    if (isScheduled || free === 0 || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      free -= 1;
      waiting.shift()?.();
      schedule();
    });
  };
  return async (task) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      schedule();
    });
    let isHeld = true;
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      free += 1;
      schedule();
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
