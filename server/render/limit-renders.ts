/** Begins one render in each turn of the event loop, in their order: React renders without a pause. */
export function limitRenders(): <Result>(render: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  const beginNext = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(beginNext);
  };
  return async (render) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(beginNext);
    });
    return await render();
  };
}
