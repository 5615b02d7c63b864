import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { askPort } from '../../helpers/site/ask.ts';
import { serve } from '../../helpers/until-test-ends.ts';

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
