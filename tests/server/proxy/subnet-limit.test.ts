import { expect, test } from 'vitest';
import { createSubnetLimit } from '#server/proxy/subnet-limit.ts';
import { reportLimits } from '#server/routes/reports.ts';

test('a subnet has twenty reports a minute, and the others are none the worse for it', () => {
  const take = createSubnetLimit(reportLimits);
  for (let time = 0; time < 20; time += 1) expect(take('one', time)).toBeUndefined();
  expect(take('one', 20)).toBe(60);
  expect(take('one', 59_000)).toBe(1);
  expect(take('other', 59_000)).toBeUndefined();
  expect(take('one', 60_000)).toBeUndefined();
});

test('all subnets together have a hundred and twenty reports a minute, however many they are', () => {
  const take = createSubnetLimit(reportLimits);
  const takeFromMany = (time: number) =>
    Array.from({ length: 5_000 }, (_, number) => take(`subnet ${number}`, time)).filter(
      (wait) => wait === undefined,
    ).length;
  expect(takeFromMany(0)).toBe(120);
  expect(takeFromMany(59_999)).toBe(0);
  expect(takeFromMany(60_000)).toBe(120);
});
