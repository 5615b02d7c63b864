import { expect, test } from 'vitest';
import { formatProgress } from '#scripts/progress-bar.ts';

test('progress shows share, counts, speed and what is left', () => {
  expect(formatProgress('Sending ', 7_000, 10_000, 5)).toBe(
    `Sending   ${'█'.repeat(21)}${'░'.repeat(9)}  7,000 of 10,000  1,400/s  3 s left`,
  );
});

test('nothing to do is all done', () => {
  expect(formatProgress('Sending', 0, 0, 0)).toBe(`Sending  ${'█'.repeat(30)}  0 of 0  0/s`);
});
