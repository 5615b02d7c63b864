import { expect, test } from 'vitest';
import { parseTheme } from '#client/theme/theme.ts';

test('light and dark are choices; whatever else a stranger put into the storage follows the system', () => {
  expect(['light', 'dark'].map(parseTheme)).toEqual(['light', 'dark']);
  for (const value of ['Dark', ' dark', 'dark ', ['dark'], 'constructor', '', null, undefined]) {
    expect(parseTheme(value)).toBe('system');
  }
});
