import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import puppeteer from 'puppeteer-core';
import { z } from 'zod';
import { getChromium } from './install/get-chromium.ts';

/* `npm run profile`: scripts/README.md, “Measurements”. */

const options = { rounds: { type: 'string', default: '5' } } as const;
const { values, positionals: urls } = parseArgs({ options, allowPositionals: true });
/** Milliseconds from the navigation until a page is hydrated and idle. */
const visitTime = 3_500;
const phone = { width: 412, height: 823, deviceScaleFactor: 1.75, mobile: true };
const disabled = 'disabled-by-default-';
const includedCategories = [`${disabled}devtools.timeline`, `${disabled}v8.compile`, 'v8'];
const [name, time] = [z.string(), z.number().default(0)];
/** Times in microseconds. `tdur` does not contain the time in which other programs ran. */
const traceEvent = z.object({ name, pid: time, tid: time, ts: time, dur: time, tdur: time });

const browser = await puppeteer.launch({
  executablePath: await getChromium(),
  args: ['--no-sandbox', '--disable-background-networking'],
  // Attaches to no page: with an inspector V8 parses a whole module for each `Error` that it creates.
  targetFilter: (target) => target.type() === 'browser',
  waitForInitialPage: false,
});
const session = await browser.target().createCDPSession();
const measured = urls.map((url) => ({ url, visits: [] as (readonly number[])[] }));
// The first round warms the servers up.
for (let round = 0; round <= Number(values.rounds); round += 1) {
  for (const { url, visits } of measured) {
    const times = await visit(url);
    if (round > 0) visits.push(times);
  }
}
await browser.close();
const rows = measured.map(({ url, visits }) => {
  const [tasks, compile, longest] = [0, 1, 2].map((index) => {
    const times = visits.map((each) => each[index] ?? 0).sort((a, b) => a - b);
    return ((times[Math.floor(times.length / 2)] ?? 0) / 1000).toFixed(1);
  });
  return [url, { 'all tasks': tasks, compile, 'longest since the scripts': longest }];
});
console.table(Object.fromEntries(rows)); // medians, in milliseconds

/** One visit of a phone. @returns its main thread's microseconds: all tasks, compile, the longest task from the first script on */
async function visit(url: string): Promise<readonly number[]> {
  const { browserContextId } = await session.send('Target.createBrowserContext');
  const target = { url: 'about:blank', browserContextId };
  const { targetId } = await session.send('Target.createTarget', target);
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: true });
  const page = session.connection()?.session(sessionId);
  const all: z.infer<typeof traceEvent>[] = [];
  const collect = (value: readonly object[]) => all.push(...z.array(traceEvent).parse(value));
  session.on('Tracing.dataCollected', ({ value }) => collect(value));
  await page?.send('Emulation.setDeviceMetricsOverride', phone);
  await session.send('Tracing.start', { traceConfig: { includedCategories } });
  await page?.send('Page.navigate', { url });
  await sleep(visitTime);
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  session.removeAllListeners('Tracing.dataCollected');
  await session.send('Target.disposeBrowserContext', { browserContextId });
  const script = all.find(({ name }) => name === 'v8.evaluateModule');
  if (!script) throw new Error(`${url} has run no script within ${visitTime} ms`);
  const listTimes = (name: string, since = 0) =>
    all
      .filter(
        ({ pid, tid, ts, dur }) => pid === script.pid && tid === script.tid && ts + dur > since,
      )
      .flatMap((event) => (event.name === name ? event.tdur : []));
  const sum = (times: readonly number[]) => times.reduce((total, each) => total + each, 0);
  const longest = Math.max(...listTimes('RunTask', script.ts));
  return [sum(listTimes('RunTask')), sum(listTimes('V8.CompileCode')), longest];
}
