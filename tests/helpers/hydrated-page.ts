import type { Page } from 'playwright/test';

/** Opens an address of the site and waits until it is hydrated. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await untilHydrated(page);
}

/**
 * Runs in the page: whether React has hydrated the document. React does not expose that,
 * so this reads the state of its root.
 */
export function isHydrated(): boolean {
  const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'));
  const host: unknown = key && Reflect.get(document, key);
  const read = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  const current = read(read(host, 'stateNode'), 'current');
  return read(read(current, 'memoizedState'), 'isDehydrated') === false;
}

/** Waits until React has hydrated the document and its effects have run. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated);
  // Effects run in a task that React has posted by now; one posted later runs later. Not a timer,
  // because a test may have stopped the clock.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(undefined);
      }),
  );
}

/** Marks the document; only a load of a new document removes the mark. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.set(window, 'marked', true));
}

/** Whether it is still the document that was marked. */
export function isMarkedDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.get(window, 'marked') === true);
}
