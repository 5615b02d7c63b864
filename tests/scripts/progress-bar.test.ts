import { expect, test, vi } from 'vitest';
import { createProgressReport, formatProgress } from '#scripts/progress-bar.ts';

test('where nobody looks at a terminal, each tenth of the work is one line', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const progress = createProgressReport('Load');
    for (let done = 1; done <= 40; done += 1) progress.update(done, 40);
    progress.end();
    const lines = write.mock.calls.map(([line]) => String(line));
    expect(lines).toHaveLength(10);
    expect(lines[4]).toMatch(/^Load: 50 %, \d+ s\n$/);
    const bar = formatProgress('Sending', 7_000, 10_000, 5);
    expect(bar).toMatch(/7,000 of 10,000 {2}1,400\/s {2}3 s left$/);
  } finally {
    vi.restoreAllMocks();
  }
});
