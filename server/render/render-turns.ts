/** Gives each render a turn of the event loop, in their order: React renders without a pause. */
export function createRenderTurns(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const beginNext = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(beginNext);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(beginNext);
    });
}
