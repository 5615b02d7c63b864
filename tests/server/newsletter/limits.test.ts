import { expect, test } from 'vitest';
import { createLimits } from '#server/newsletter/limits.ts';
import { hour } from '#shared/dates/durations.ts';

test('an hour begins with the first request, also of a network that asks all the time', () => {
  const clock = { time: 1, now: () => clock.time };
  const { count } = createLimits({ subnet: 2, overall: 100 }, clock);
  const ask = (minutes: number, subnet = 'a') => {
    clock.time = 1 + minutes * 60_000;
    return count(subnet);
  };
  expect([0, 59, 59.5, 59.75].map((minutes) => ask(minutes))).toEqual([
    undefined,
    undefined,
    30,
    15,
  ]);
  expect([60.1, 60.2, 61].map((minutes) => ask(minutes))).toEqual([undefined, undefined, 3546]);
});

test('a refused request uses up no wider limit, and a network of its own is not limited by others', () => {
  const { count, giveBack } = createLimits({ subnet: 1, overall: 2 });
  const ask = (subnet: string) => count(subnet) === undefined;
  expect(['a', 'a', 'a', 'b', 'c'].map(ask)).toEqual([true, false, false, true, false]);
  giveBack('b');
  expect(['b', 'c'].map(ask)).toEqual([true, false]);
  expect(count('c')).toBe(hour / 1000);
});

test('a /48 has five times the limit of a subnet', () => {
  const { count } = createLimits({ subnet: 1, overall: 100 });
  const ask = (number: number) => count(`2001:db8:7:${number}00::/56`) === undefined;
  expect([1, 2, 3, 4, 5, 6].map(ask)).toEqual([true, true, true, true, true, false]);
  expect(count('2001:db8:8:100::/56')).toBeUndefined();
});
