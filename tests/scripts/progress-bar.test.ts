import { expect, test, vi } from 'vitest';
import { createProgressReport, formatProgress } from '#scripts/progress-bar.ts';

test('progress shows share, counts, speed and what is left', () => {
  expect(formatProgress('Sending ', 7_000, 10_000, 5)).toBe(
    `Sending   ${'█'.repeat(21)}${'░'.repeat(9)}  7,000 of 10,000  1,400/s  3 s left`,
  );
});

test('where nobody looks at a terminal, each tenth of the work is one line', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const progress = createProgressReport('Load');
    for (let done = 1; done <= 40; done += 1) progress.update(done, 40);
    progress.end();
    const lines = write.mock.calls.map(([line]) => String(line));
    expect(lines).toHaveLength(10);
    expect(lines[4]).toMatch(/^Load: 50 %, \d+ s\n$/);
  } finally {
    vi.restoreAllMocks();
  }
});
