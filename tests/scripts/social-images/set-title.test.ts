import fc from 'fast-check';
import { expect, test } from 'vitest';
import { setTitle } from '#scripts/social-images/set-title.ts';

/** Every character is half an em wide. */
const widthOf = (text: string) => text.length * 50;
const sizes = [
  { size: 100, lines: 1 },
  { size: 60, lines: 2 },
  { size: 40, lines: 3 },
];
const set = (text: string, width = 600) => setTitle(text, { width, sizes, widthOf });

test('a short title is set large in one line, a longer one smaller, in lines that are nearly even', () => {
  expect(set('Blog')).toEqual({ size: 100, lines: ['Blog'] });
  const lines = ['Events and', 'Opportunities'];
  expect(set('Events and Opportunities')).toEqual({ size: 60, lines });
});

test('what fits in no size is cut at the smallest with an ellipsis, never within a character', () => {
  const { size, lines } = set('word '.repeat(80));
  expect([size, lines.length]).toEqual([40, 3]);
  expect(lines.at(-1)).toMatch(/\S…$/);
  const family = '👩‍👩‍👧‍👦'; // Several code points.
  expect(set(family.repeat(60)).lines.join('').replaceAll(family, '')).toBe('…');
});

test('no line is too wide, and nothing is lost unless it is cut', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 200 }),
      fc.integer({ min: 200, max: 1200 }),
      (text, width) => {
        const { size, lines } = set(text, width);
        for (const line of lines) expect((widthOf(line) * size) / 100).toBeLessThanOrEqual(width);
        if (lines.at(-1)?.endsWith('…') && !text.trim().endsWith('…')) return;
        expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      },
    ),
  );
});
