import { expect, test } from 'vitest';
import { explainGrowth, formatSizes } from '#scripts/size/compare.ts';

const baseline = { HTML: 100, 'part react': 50, 'part client': 10, gone: 5 };

test('within the budget nothing is said, even where something grew', () => {
  const measures = [{ name: 'HTML', bytes: 120, budget: 120 }];
  expect(explainGrowth(measures, baseline)).toBeUndefined();
});

test('over the budget it says what is over and what grew, most first', () => {
  const measures = [
    { name: 'HTML', bytes: 130, budget: 120 },
    { name: 'part react', bytes: 40 },
    { name: 'part client', bytes: 45 },
    { name: 'part new', bytes: 7 },
  ];
  expect(explainGrowth(measures, baseline)?.split('\n')).toEqual([
    'Over budget:',
    '  HTML: 130, 10 more than allowed',
    'Grew since the baseline:',
    '  part client: +35',
    '  HTML: +30',
    '  part new: +7',
  ]);
});

test('the table shows what has a budget, with its change', () => {
  const table = formatSizes(
    [
      { name: 'HTML', bytes: 90, budget: 120 },
      { name: 'part react', bytes: 50 },
    ],
    baseline,
  );
  expect(table).toMatch(/HTML\s+90\s+120\s+-10$/m);
  expect(table).not.toContain('part react');
});
