import { expect, test } from 'vitest';
import { bounds, findGrowth, formatGrowth } from '#scripts/soak/growth.ts';
import type { Measure } from '#scripts/soak/measure.ts';

const atRest: Measure = {
  memory: 100,
  heap: 20,
  external: 5,
  descriptors: 30,
  resources: 4,
  lag: 0.2,
  worstLag: 3,
};

const findTooMuch = (after: Measure) =>
  findGrowth(atRest, after).flatMap(({ label, isTooMuch }) => (isTooMuch ? [label] : []));

test('a server that is as it was, or smaller, has not grown', () => {
  expect(findTooMuch(atRest)).toEqual([]);
  expect(findTooMuch({ ...atRest, memory: 60, descriptors: 20 })).toEqual([]);
});

test('each quantity that is beyond its bound is found, and nothing else', () => {
  for (const key of ['memory', 'heap', 'external', 'descriptors', 'resources', 'lag'] as const) {
    const { label, most } = bounds[key];
    expect(findTooMuch({ ...atRest, [key]: atRest[key] + most })).toEqual([]);
    expect(findTooMuch({ ...atRest, [key]: atRest[key] + most + 0.1 })).toEqual([label]);
  }
});

test('a measure that is no number counts as growth', () => {
  expect(findTooMuch({ ...atRest, heap: Number.NaN })).toEqual([bounds.heap.label]);
});

test('the table says before, after, growth and bound', () => {
  const [header, memory] = formatGrowth(findGrowth(atRest, { ...atRest, memory: 140 })).split('\n');
  expect(header).toMatch(/before +after +growth +at most/);
  expect(memory).toMatch(/^memory \(resident\) +100\.0 MB +140\.0 MB +\+40\.0 MB +\+32 MB +GREW$/);
});
