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

test('a short title is set large in one line', () => {
  expect(set('Blog')).toEqual({ size: 100, lines: ['Blog'] });
});

test('a longer one is set smaller, in lines that are nearly even', () => {
  expect(set('Events and Opportunities')).toEqual({
    size: 60,
    lines: ['Events and', 'Opportunities'],
  });
});

test('what fits in no size is cut at the smallest with an ellipsis', () => {
  const { size, lines } = set('word '.repeat(80));
  expect(size).toBe(40);
  expect(lines).toHaveLength(3);
  expect(lines.at(-1)).toMatch(/\S…$/);
});

test('a cut never goes through a character of several code points', () => {
  const family = '👩‍👩‍👧‍👦';
  const { lines } = set(family.repeat(60));
  expect(lines.join('').replaceAll(family, '')).toBe('…');
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
