import { expect, test } from 'vitest';
import { failure } from '#shared/content/failure.ts';
import { problems } from '#shared/content/problems.ts';

test('a failure says Unexpected Application Error!', () => {
  expect(failure.title).toBe('Unexpected Application Error!');
});

test('every problem explains itself and leads home', () => {
  for (const { title, text, action } of [failure, ...Object.values(problems)]) {
    expect(title).not.toBe('');
    expect(text).toMatch(/\.$/);
    expect(action).toBe('Return to Home');
  }
});
