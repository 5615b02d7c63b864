import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTooltipTiming } from '#client/tooltip/tooltip-timing.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function makeTiming() {
  const shown: (string | undefined)[] = [];
  const timing = createTooltipTiming<string>((control) => shown.push(control));
  return { timing, shown, pass: (milliseconds: number) => vi.advanceTimersByTime(milliseconds) };
}

test('a tooltip opens 700 ms after it is wanted and not a millisecond sooner', () => {
  const { timing, shown, pass } = makeTiming();
  timing.want('theme');
  pass(699);
  expect(shown).toEqual([]);
  expect(timing.isOpen()).toBe(false);
  pass(1);
  expect(shown).toEqual(['theme']);
  expect(timing.isOpen()).toBe(true);
});

test('a control that the pointer leaves before 700 ms shows nothing, then or later', () => {
  const { timing, shown, pass } = makeTiming();
  timing.want('theme');
  pass(699);
  timing.leave();
  pass(10_000);
  expect(shown).toEqual([]);
});

test('a control that was passed over does not shorten the delay of the next', () => {
  const { timing, shown, pass } = makeTiming();
  timing.want('theme');
  pass(600);
  timing.leave();
  timing.want('close');
  pass(699);
  expect(shown).toEqual([]);
  pass(1);
  expect(shown).toEqual(['close']);
});

test('moving within a control does not start the delay again', () => {
  const { timing, shown, pass } = makeTiming();
  timing.want('theme');
  pass(400);
  timing.want('theme');
  pass(300);
  expect(shown).toEqual(['theme']);
  timing.want('theme');
  expect(shown).toEqual(['theme']);
});

test('leaving closes at once', () => {
  const { timing, shown, pass } = makeTiming();
  timing.want('theme');
  pass(700);
  timing.leave();
  expect(shown).toEqual(['theme', undefined]);
  expect(timing.isOpen()).toBe(false);
});

test('while one is open the next opens at once', () => {
  const { timing, shown, pass } = makeTiming();
  timing.want('theme');
  pass(700);
  timing.want('close');
  expect(shown).toEqual(['theme', 'close']);
});

test('within 300 ms after one has closed the next opens at once', () => {
  const { timing, shown, pass } = makeTiming();
  timing.want('theme');
  pass(700);
  timing.leave();
  pass(299);
  timing.want('close');
  expect(shown).toEqual(['theme', undefined, 'close']);
});

test('300 ms after one has closed the next waits its 700 ms again', () => {
  const { timing, shown, pass } = makeTiming();
  timing.want('theme');
  pass(700);
  timing.leave();
  pass(300);
  timing.want('close');
  pass(699);
  expect(shown).toEqual(['theme', undefined]);
  pass(1);
  expect(shown).toEqual(['theme', undefined, 'close']);
});

test('the 300 ms count from the last tooltip that closed, not from the first', () => {
  const { timing, shown, pass } = makeTiming();
  timing.want('theme');
  pass(700);
  timing.leave();
  pass(200);
  timing.want('close');
  pass(200);
  timing.leave();
  pass(299);
  timing.want('theme');
  expect(shown).toEqual(['theme', undefined, 'close', undefined, 'theme']);
});

test('the same control opens at once when the pointer comes back to it in time', () => {
  const { timing, shown, pass } = makeTiming();
  timing.want('theme');
  pass(700);
  timing.leave();
  pass(100);
  timing.want('theme');
  expect(shown).toEqual(['theme', undefined, 'theme']);
});

test('an open tooltip stays open, for an hour if need be', () => {
  const { timing, shown, pass } = makeTiming();
  timing.want('theme');
  pass(3_600_000);
  expect(shown).toEqual(['theme']);
  expect(timing.isOpen()).toBe(true);
});

test('leaving twice closes once', () => {
  const { timing, shown, pass } = makeTiming();
  timing.leave();
  timing.want('theme');
  pass(700);
  timing.leave();
  timing.leave();
  expect(shown).toEqual(['theme', undefined]);
});
