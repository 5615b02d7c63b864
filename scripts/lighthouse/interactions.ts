import { type Browser, devices, type Page } from 'playwright';
import type { createTurns } from '../bench/create-turns.ts';
import type { Measurement } from '../bench/results.ts';

/** Many acts alternate, such as opening and closing: these are the first and the tenth time of each. */
const reported = [1, 2, 19, 20];
const slowdown = 4;

interface Scenario {
  readonly name: string;
  readonly path: string;
  /** The input from outside at each of the twenty times, which count from 1. */
  readonly act: (page: Page, time: number) => Promise<unknown>;
  /** The act leads to another page and ends when that page is painted. Its link was hovered before. */
  readonly leads?: boolean;
  readonly hasNaive?: boolean;
}

const clickButton = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();
const getLink = (page: Page) => page.getByRole('link', { name: 'Manifesto' }).first();

const scenarios: readonly Scenario[] = [
  {
    name: 'a filter is chosen',
    path: '/events',
    act: (page, time) => page.getByLabel('Format').press(time % 2 ? 'ArrowDown' : 'ArrowUp'),
  },
  {
    name: 'the view is switched',
    path: '/events',
    act: (page, time) => page.getByRole('radio', { name: time % 2 ? 'Calendar' : 'List' }).click(),
  },
  {
    name: 'details are opened and closed',
    path: '/events',
    act: (page, time) => clickButton(page, time % 2 ? 'View Details' : 'Close details'),
  },
  { name: 'the theme is changed', path: '/', act: (page) => clickButton(page, /theme/i) },
  {
    name: 'an answer is opened and closed',
    path: '/investor-faq',
    act: (page) => page.locator('summary').nth(1).click(),
  },
  {
    name: 'a wrong address is subscribed',
    path: '/',
    act: async (page, time) => {
      if (time === 1) await page.getByLabel('Email address').fill('asha@nowhere');
      await clickButton(page, 'Subscribe');
    },
    hasNaive: true,
  },
  {
    name: 'a link is followed, then Back',
    path: '/',
    act: (page, time) =>
      time % 2
        ? getLink(page).click()
        : page.evaluate(() => dispatchEvent(new Event('back')) && history.back()),
    leads: true,
    hasNaive: true,
  },
];

/**
 * Adds the interactions to the turns: milliseconds from an input to the next paint on a slow phone.
 *
 * @returns the rows, complete after the last turn
 */
export function addInteractions(
  turns: ReturnType<typeof createTurns>,
  browser: Browser,
  ourOrigin: string,
  naiveOrigin: string,
): () => Measurement[] {
  const measured = scenarios.map((scenario) => {
    const measure = (origin: string) => turns.add(() => visit(browser, origin, scenario));
    const naive = scenario.hasNaive ? measure(naiveOrigin) : [];
    return { name: scenario.name, ours: measure(ourOrigin), naive };
  });
  return () =>
    measured.flatMap(({ name, ours, naive }) =>
      reported.map((time): Measurement => {
        const pick = (runs: typeof ours) => runs.flatMap((run) => run[time - 1] ?? []);
        const figures = { ours: pick(ours), naive: pick(naive), goals: [{ max: 100 }] };
        return { name: `${name}, act ${time}, ms`, ...figures };
      }),
    );
}

/** One visit to a page. @returns the milliseconds of each time */
async function visit(browser: Browser, origin: string, { path, act, leads }: Scenario) {
  await using context = await browser.newContext(devices['Pixel 7']);
  const page = await context.newPage();
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.waitForTimeout(500); // For the rest of the load.
  const durations: number[] = [];
  for (let time = 1; time <= Math.max(...reported); time += 1) {
    if (leads && time % 2) await getLink(page).hover();
    await page.waitForTimeout(leads ? 600 : 250); // Until everything that the hover prefetches is loaded.
    const painted = page.evaluate(leads ? waitForPage : waitForNextPaint);
    await act(page, time);
    durations.push(await painted);
  }
  return durations;
}

/** In the page: milliseconds from an input to the next paint (Event Timing API), the longest within 800 ms. */
async function waitForNextPaint(): Promise<number> {
  let longest = 16; // the least that the API reports
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('interactionId' in entry && entry.interactionId) {
        longest = Math.max(longest, entry.duration);
      }
    }
  });
  observer.observe(Object.assign({ type: 'event' }, { durationThreshold: 16 }));
  await new Promise((resolve) => setTimeout(resolve, 800));
  observer.disconnect();
  return longest;
}

/** In the page: milliseconds from the next click or `back` event to the paint of another heading. */
async function waitForPage(): Promise<number> {
  const getHeading = () => document.querySelector('h1')?.textContent;
  const before = getHeading();
  const { promise: started, resolve } = Promise.withResolvers<Event>();
  for (const type of ['click', 'back'])
    addEventListener(type, resolve, { capture: true, once: true });
  const { timeStamp } = await started;
  while ([before, undefined].includes(getHeading())) await new Promise(requestAnimationFrame);
  await new Promise((done) => setTimeout(done)); // This frame is painted before the next task.
  return performance.now() - timeStamp;
}
