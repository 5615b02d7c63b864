import type { Page } from 'playwright/test';

/** What is written as 0.000. A line of a narrow paragraph that moves by its height is 0.0009. */
const unseen = 0.0005;

/** Begins to record what moves without the visitor's doing; call it before the page is opened. */
export async function observeLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: unknown[] = [];
    Reflect.set(window, 'layoutShifts', shifts);
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    });
  });
}

/** What has moved since the document began, each as its size and the elements that moved. */
export async function readLayoutShifts(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(() => {
    const entries: unknown = Reflect.get(window, 'layoutShifts');
    return (Array.isArray(entries) ? entries : []).map((entry) => ({
      value: Number(entry.value),
      elements: [...entry.sources].map(({ node, previousRect, currentRect }) => {
        const text = String(node?.textContent ?? '').slice(0, 30);
        const from = `${previousRect.x},${previousRect.y} ${previousRect.width}×${previousRect.height}`;
        const to = `${currentRect.x},${currentRect.y} ${currentRect.width}×${currentRect.height}`;
        return `${node?.nodeName} "${text}" ${from} -> ${to}`;
      }),
    }));
  });
  return shifts
    .filter(({ value }) => value > unseen)
    .map(({ value, elements }) => `${value.toFixed(4)}: ${elements.join('; ')}`);
}
