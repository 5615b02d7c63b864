import { beforeEach, expect, test, vi } from 'vitest';
import { createTooltipTiming } from '#client/tooltip/tooltip-timing.ts';

beforeEach(() => void vi.useFakeTimers());

/** A control that the pointer enters, `leave`, or milliseconds that pass. */
type Step = 'theme' | 'close' | 'leave' | number;

test.each<[name: string, steps: readonly Step[], shown: readonly (string | undefined)[]]>([
  ['opens 700 ms after the pointer has come, once', ['theme', 700, 'theme', 700], ['theme']],
  ['is not shown when the pointer leaves before', ['theme', 699, 'leave', 10_000], []],
  ['waits in full after a control that was passed over', ['theme', 600, 'leave', 'close', 699], []],
  ['does not wait again when the pointer moves within', ['theme', 400, 'theme', 300], ['theme']],
  ['closes at once', ['theme', 700, 'leave', 'leave'], ['theme', undefined]],
  ['opens at once while another is open', ['theme', 700, 'close'], ['theme', 'close']],
  [
    'opens at once within 300 ms after one has closed',
    ['theme', 700, 'leave', 299, 'theme'],
    ['theme', undefined, 'theme'],
  ],
  ['waits again after that', ['theme', 700, 'leave', 300, 'close', 699], ['theme', undefined]],
  [
    'counts the 300 ms from the last one that closed',
    ['theme', 700, 'leave', 200, 'close', 200, 'leave', 299, 'theme'],
    ['theme', undefined, 'close', undefined, 'theme'],
  ],
])('a tooltip %s', (_name, steps, expected) => {
  const shown: (string | undefined)[] = [];
  const timing = createTooltipTiming<string>((control) => shown.push(control));
  for (const step of steps) {
    if (typeof step === 'number') vi.advanceTimersByTime(step);
    else if (step === 'leave') timing.leave();
    else timing.enter(step);
  }
  expect(shown).toEqual(expected);
  expect(timing.isOpen()).toBe(expected.at(-1) !== undefined);
});
