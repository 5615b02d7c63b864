import type { Page } from 'playwright/test';

/** A shift that rounds to 0.000. If a line of a narrow paragraph moves by its height, the shift is 0.0009. */
const unseen = 0.0005;

/** Records unexpected layout shifts. Call it before the page is opened. */
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

/** The layout shifts since the document started, each with its size and the moved elements. */
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
