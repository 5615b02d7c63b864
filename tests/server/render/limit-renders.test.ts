import { expect, onTestFinished, test, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { askPort } from '../../helpers/site/ask.ts';
import { standIn } from '../../helpers/site/every-response.ts';
import { openSite } from '../../helpers/site/open-site.ts';
import { makeSlowAbout } from '../../helpers/site/slow-page.tsx';
import { serve } from '../../helpers/until-test-ends.ts';

test('sixteen pages are rendered at a time, and a page with a waiting shell counts for only one second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { getPageModule, finish } = makeSlowAbout('shell');
  const { ask, countArrived, renders } = await openSite({ getPageModule, cache: undefined });
  const slow = Array.from({ length: 20 }, () => ask('/about'));
  await expect.poll(countArrived).toBe(20);
  const other = ask('/terms');
  expect((await ask('/healthz')).status).toBe(200);
  expect([...renders]).toEqual([['about', 16]]);
  vi.advanceTimersByTime(1_000);
  expect((await other).status).toBe(200);
  expect(renders.get('about')).toBe(20);
  finish('slow words');
  const statuses = (await Promise.all(slow)).map(({ status }) => status);
  expect(statuses).toEqual(Array(20).fill(200));
});

test('forms that wait for the database do not block the rendering of pages', async () => {
  const { promise, resolve } = Promise.withResolvers<{ readonly kind: 'invalid' }>();
  const newsletter = standIn({ subscribe: () => promise });
  const { ask, countArrived } = await openSite({ newsletter });
  const forms = Array.from({ length: 20 }, () =>
    ask('/newsletter', { 'content-length': '0' }, 'POST'),
  );
  await expect.poll(countArrived).toBe(20);
  expect((await ask('/terms')).status).toBe(200);
  resolve({ kind: 'invalid' });
  const statuses = (await Promise.all(forms)).map(({ status }) => status);
  expect(statuses).toEqual(Array(20).fill(422));
});

test('one page is rendered in a turn of the event loop', async () => {
  let turn = 0;
  let timer = setImmediate(function next() {
    turn += 1;
    timer = setImmediate(next);
  });
  onTestFinished(() => clearImmediate(timer));
  const turns: number[] = [];
  const Page = () => `Rendered as number ${turns.push(turn)}`;
  const app = createApp({ getPageModule: () => ({ Page }) });
  const begins: (() => void)[] = [];
  const port = await serve((request, response) => {
    begins.push(() => app(request, response));
    if (begins.length === 8) for (const begin of begins) begin(); // All of them start in one turn.
  });
  await Promise.all(Array.from({ length: 8 }, () => askPort(port, { path: '/about' })));
  expect(turns).toHaveLength(8);
  expect((turns[7] ?? 0) - (turns[0] ?? 0)).toBeGreaterThanOrEqual(6);
});
