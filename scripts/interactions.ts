import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, devices, type Page } from 'playwright';
import { createTurns } from './bench/create-turns.ts';
import { type Measurement, parseAmount, report } from './bench/results.ts';
import { startNaive, startOurs } from './bench/servers.ts';
import { getChromium } from './get-chromium.ts';
import { parseOptions } from './parse-options.ts';

/* `npm run interactions`: scripts/README.md, “Measurements”. */

const { values } = parseOptions({
  runs: { type: 'string', default: '3' },
  readme: { type: 'boolean', default: false },
});
const runs = parseAmount(values.runs);
const times = 10;
const slowdown = 4;

/** Acts on a page by input from outside, which the browser measures. */
type Act = (page: Page, time: number) => Promise<unknown>;

interface Scenario {
  readonly path: string;
  /** Done in turn, ten times. */
  readonly steps: Readonly<Record<string, Act>>;
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Each step leads to another page, and ends when that page is painted. */
  readonly leads?: boolean;
  readonly hasNaive?: boolean;
}

const click = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();
const clickQuestion = (page: Page) => page.locator('summary').nth(1).click();
const getLink = (page: Page) => page.getByRole('link', { name: 'Manifesto' }).first();
const chooseFilter: Act = (page, time) =>
  page.getByLabel('Format').press(time % 2 ? 'ArrowDown' : 'ArrowUp');
const switchView: Act = (page, time) =>
  page.getByRole('radio', { name: time % 2 ? 'Calendar' : 'List' }).click();
const goBack = (page: Page) =>
  page.evaluate(() => dispatchEvent(new Event('back')) && history.back());

const scenarios: readonly Scenario[] = [
  { path: '/events', steps: { 'a filter is chosen': chooseFilter } },
  { path: '/events', steps: { 'the view is switched': switchView } },
  {
    path: '/events',
    steps: {
      'details are opened': click('View Details'),
      'details are closed': click('Close details'),
    },
  },
  { path: '/', steps: { 'the theme is changed': click(/theme/i) } },
  {
    path: '/investor-faq',
    steps: { 'an answer is opened': clickQuestion, 'an answer is closed': clickQuestion },
  },
  {
    path: '/',
    prepare: (page) => page.getByLabel('Email address').fill('asha@nowhere'),
    steps: { 'a wrong address is subscribed': click('Subscribe') },
    hasNaive: true,
  },
  {
    path: '/',
    steps: {
      'a link is followed, to the new page': (page) => getLink(page).click(),
      'Back, to the page before': goBack,
    },
    leads: true,
    hasNaive: true,
  },
];

await using folder = await mkdtempDisposable(join(tmpdir(), 'interactions-'));
await using ours = await startOurs({ MAIL: 'capture', DATA_DIR: folder.path });
await using naive = await startNaive();
await using browser = await chromium.launch({ executablePath: await getChromium() });
const turns = createTurns('Interactions');
const measure = (origin: string, scenario: Scenario) => turns.add(() => visit(origin, scenario));
const visits = scenarios.map((scenario) => {
  const theirs = scenario.hasNaive ? measure(naive.origin, scenario) : [];
  return { steps: Object.keys(scenario.steps), own: measure(ours.origin, scenario), theirs };
});
await turns.take(runs);
const rows = visits.flatMap(({ steps, own, theirs }) =>
  steps.flatMap((step, at) =>
    [1, times].map((time): Measurement => {
      const name = `${step}, ${time === 1 ? 'first' : `${time}th`} time`;
      const pick = (all: typeof own) => all.flatMap((run) => run[at]?.[time - 1] ?? []);
      return { name, unit: 'ms', ours: pick(own), naive: pick(theirs), goal: { max: 100 } };
    }),
  ),
);
const note = `Visits to each page: ${runs}; ${times} interactions one after the other; the processor is ${slowdown} times slower. From the input to the next paint (Event Timing API: steps of 8 ms, 16 at least), and to the paint of the new page where an interaction leads to one, whose link was hovered before.`;
await report({ title: 'Interactions', note, rows }, values.readme);

/** One visit: the durations of each step in milliseconds, in the order of their repetitions. */
async function visit(origin: string, { path, prepare, steps, leads }: Scenario) {
  await using context = await browser.newContext(devices['Pixel 7']);
  await context.addInitScript('globalThis.__name = (value) => value'); // tsx wraps functions in `__name`.
  const page = await context.newPage();
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.waitForTimeout(500); // For the rest of the load.
  await prepare?.(page);
  const acts = Object.values(steps);
  const durations: number[][] = acts.map(() => []);
  for (let time = 1; time <= times; time += 1) {
    for (const [at, act] of acts.entries()) {
      if (leads && at === 0) await getLink(page).hover();
      await page.waitForTimeout(leads ? 600 : 250); // Until everything that the hover prefetches is loaded.
      const painted = page.evaluate(leads ? waitForPage : waitForNextPaint);
      await act(page, time);
      durations[at]?.push(await painted);
    }
  }
  return durations;
}

/** In the page: milliseconds from the next input to the paint after it, the longest within 800 ms. */
async function waitForNextPaint(): Promise<number> {
  let longest = 16;
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
  let startedAt = Number.NaN;
  const start = ({ timeStamp }: Event) => {
    startedAt = timeStamp;
  };
  for (const type of ['click', 'back'])
    addEventListener(type, start, { capture: true, once: true });
  let heading = before;
  while (heading === before || heading === undefined) {
    await new Promise(requestAnimationFrame);
    heading = getHeading();
  }
  await new Promise((resolve) => setTimeout(resolve)); // This frame is painted before the next task.
  return performance.now() - startedAt;
}
