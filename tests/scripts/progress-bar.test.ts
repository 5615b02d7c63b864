import { expect, test, vi } from 'vitest';
import { createProgressBar } from '#scripts/progress-bar.ts';

test('progress is printed for each tenth, with the rate and the remaining time', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.stubGlobal('process', { stderr: { write: vi.fn() } });
  const { write } = process.stderr;
  const bar = createProgressBar('Load');
  vi.advanceTimersByTime(2_000);
  for (const count of [1, 3_000, 3_001, 12_000]) bar.update(count, 10_000);
  const slow = createProgressBar('Load');
  vi.advanceTimersByTime(2_000);
  slow.update(1, 2);
  expect(vi.mocked(write).mock.calls).toEqual([
    [`Load  ${'█'.repeat(9).padEnd(30, '░')}  3,000 of 10,000  1,500/s  5 s left\n`],
    [`Load  ${'█'.repeat(30)}  10,000 of 10,000  5,000/s  0 s left\n`],
    [`Load  ${'█'.repeat(15).padEnd(30, '░')}  1 of 2  less than 1/s  2 s left\n`],
  ]);
});
