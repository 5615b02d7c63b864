import { expect, test } from 'vitest';
import { problems } from '#shared/content/problems.ts';

test('a failure says Unexpected Application Error!', () => {
  expect(problems.failure.title).toBe('Unexpected Application Error!');
});

test('every problem explains itself and leads home', () => {
  for (const { title, text, action } of Object.values(problems)) {
    expect(title).not.toBe('');
    expect(text).toMatch(/\.$/);
    expect(action).toBe('Return to Home');
  }
});
