import { expect, it } from 'vitest';
import { compareFigures } from '#scripts/bench/comparisons.ts';
import { judge } from '#scripts/bench/goals.ts';
import { formatReport } from '#scripts/bench/report.ts';
import { findMedian, findMedianRatio } from '#scripts/bench/statistics.ts';
import { formatMicroseconds, formatTable } from '#scripts/bench/table.ts';

const figures = (perSecond: readonly number[], cpu: readonly number[]) => ({ perSecond, cpu });
const start = (median: number) => ({ all: [median], best: median, median });
const memory = (half: number, after: number) => ({
  requests: 1_000_000,
  before: 60,
  tenths: [70, 70, 70, 70, half, 90, 90, 90, 90, after],
  after,
  most: after,
});
const size = { document: 12_345, scripts: 80_000, styles: 0, fonts: 59_500 };

/** A result with ratios that are easy to reckon. */
function makeResult({ oursCached = 900, oursRendered = 40, startTime = 149, half = 100 } = {}) {
  const throughput = compareFigures(
    new Map([
      ['kept: br', figures([oursCached], [20])],
      ['bare: br', figures([1000], [15])],
      ['rendered: br', figures([25], [oursRendered])],
      ['naive: br', figures([20], [50])],
    ]),
    [
      { title: 'kept', ours: 'kept: br', bare: 'bare: br', goal: { of: 'bare', atLeast: 0.9 } },
      {
        title: 'new',
        ours: 'rendered: br',
        naive: 'naive: br',
        goal: { of: 'naive', atMost: 0.8 },
      },
    ],
  );
  const measured = {
    throughput,
    starts: { ours: start(startTime), naive: start(200) },
    memory: { ours: memory(half, 100), naive: memory(400, 500) },
    sizes: { '/': size },
  };
  return { ...measured, goals: judge(measured) };
}

it('the median is the middle, and of an even number the mean of the two in the middle', () => {
  expect(findMedian([9, 1, 5])).toBe(5);
  expect(findMedian([9, 1, 5, 6])).toBe(5.5);
  expect(() => findMedian([])).toThrow('No median');
});

it('a ratio is taken round by round, so that a disturbed round disturbs nothing', () => {
  expect(findMedianRatio([90, 9, 92], [100, 10, 100])).toBe(0.9);
  expect(() => findMedianRatio([1], [1, 2])).toThrow('in every round');
});

it('a comparison holds medians and shares', () => {
  const [kept] = makeResult().throughput;
  expect(kept?.ours).toEqual({ perSecond: 900, cpu: 20 });
  expect(kept?.ofBare).toEqual({ perSecond: 0.9, cpu: 20 / 15 });
  expect(kept?.ofNaive).toBeUndefined();
});

it('what was not measured is missed', () => {
  expect(() => compareFigures(new Map())).toThrow('"kept: br" was not measured');
});

it('goals are met up to the figure that issue 6 names', () => {
  expect(makeResult().goals.filter(({ isMet }) => !isMet)).toEqual([]);
});

it.each([
  [{ oursCached: 899 }, 'kept: answers a second, of bare'],
  [{ oursRendered: 41 }, 'new: CPU, of naive'],
  [{ startTime: 151 }, 'start, spawn to first 200, median'],
  [{ half: 95 }, 'memory from half of the requests to all'],
])('%j misses one goal', (given, what) => {
  const missed = makeResult(given).goals.filter(({ isMet }) => !isMet);
  expect(missed.map((goal) => goal.what)).toEqual([what]);
});

it('a table for the terminal has aligned columns, one in Markdown has bars and a rule', () => {
  const [header, rows] = [
    ['what', 'n'],
    [
      ['a', '1'],
      ['bcdef', '1,000'],
    ],
  ] as const;
  expect(formatTable(header, rows, { markdown: false })).toBe(
    'what       n\na          1\nbcdef  1,000',
  );
  expect(formatTable(header, rows, { markdown: true })).toBe(
    '| what  |     n |\n| ----- | ----: |\n| a     |     1 |\n| bcdef | 1,000 |',
  );
});

it('microseconds keep a digit behind the point only while it says something', () => {
  expect([formatMicroseconds(12.34), formatMicroseconds(1234.5)]).toEqual(['12.3', '1,235']);
});

it('the report names the circumstances and shows every figure', () => {
  const machine = {
    processors: '2 × some processor',
    memory: '8 GB',
    system: 'Linux 6.1',
    node: 'v24.0.0',
    generator: 'wrk',
    isPinned: true,
    loadBefore: 3.21,
  };
  const report = formatReport(
    {
      ...makeResult(),
      measuredAt: '2026-01-01T00:00:00.000Z',
      machine,
      choice: {
        rounds: 5,
        seconds: 3,
        starts: 12,
        requests: 100,
        connections: 16,
        json: 'x.json',
        markdown: true,
        readme: false,
      },
      content: {
        ours: { bytes: 50_000, elements: 160, words: 300 },
        naive: { bytes: 8_000, elements: 120, words: 300 },
      },
      naiveSizes: { sent: size, best: { ...size, scripts: 70_000 } },
    },
    { markdown: true },
  );
  expect(report).toContain(
    '5 rounds of 3 s, medians. The machine was busy before it began (load 3.2)',
  );
  expect(report).toMatch(/^\| kept +\| +900 \| +20\.0 \| +1,000 \| +15\.0 \|/m);
  expect(report).toMatch(/^\| spawn to first 200, median +\| 149 ms \| 200 ms \| +0\.74 \|/m);
  expect(report).toMatch(/^\| \/ +\| +12\.3 \| +80\.0 \| +0\.0 \| +59\.5 \| +151\.8 \|/m);
  expect(report).toMatch(/^\| the same at brotli 11 +\| +12\.3 \| +70\.0 \|/m);
  expect(report).toMatch(/^\| new: CPU, of naive +\| +at most 0\.80 \| +0\.80 \| +yes \|/m);
});
