import { expect, test, vi } from 'vitest';
import { createProgressBar } from '#scripts/progress-bar.ts';

test('where nobody looks at a terminal, each tenth of the work is one line', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const progress = createProgressBar('Sending');
  for (let done = 0; done <= 10_000; done += 250) {
    progress.update(done, 10_000);
    vi.advanceTimersByTime(200);
  }
  progress.end();
  const lines = write.mock.calls.map(([line]) => String(line));
  expect(lines).toHaveLength(10);
  expect(lines[6]).toMatch(/^Sending {2}█{21}░{9} {2}7,000 of 10,000 {2}1,250\/s {2}3 s left\n$/);
  expect(lines[9]).toMatch(/█{30} {2}10,000 of 10,000 .* {2}0 s left\n$/);
});
