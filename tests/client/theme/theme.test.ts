import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTheme } from '#client/theme/theme.ts';

test.each(['light', 'dark'] as const)('%s is a choice', (theme) => {
  expect(parseTheme(theme)).toBe(theme);
});

test.each(['system', undefined, null, '', 'Dark', ' dark', 'dark ', ['dark'], 'constructor', 1])(
  '%j follows the system',
  (value) => {
    expect(parseTheme(value)).toBe('system');
  },
);

test('whatever a stranger put into the storage follows the system', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      fc.pre(value !== 'light' && value !== 'dark');
      expect(parseTheme(value)).toBe('system');
    }),
  );
});
