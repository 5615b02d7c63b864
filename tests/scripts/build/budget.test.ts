import { expect, test } from 'vitest';
import { describeExcess, describeModules } from '#scripts/build/budget.ts';
import { makeEvent } from '../../helpers/make-event.ts';

test('an event whose page is too heavy is named for an editor, by how much, and what to do', () => {
  const weights = Object.entries({ '/events?event=a-gathering': 109, '/blog': 100, '/about': 101 });
  const kind = { title: 'HTML', weights, max: 100, advice: (name: string) => `Shorten ${name}.` };
  expect(describeExcess(kind, [makeEvent()])).toEqual([
    'shared/content/events.ts, “A Gathering”: its page has 109 bytes as sent, 9 too many: shorten its description.',
    'Over the budget of scripts/build/budget.ts: HTML: /about has 101 bytes, 1 too many. Shorten /about.',
  ]);
});

test('a page with too much JavaScript says which packages and folders take the space', () => {
  const output = (sizes: Record<string, number>) => {
    const inputs = Object.entries(sizes).map(([file, bytesInOutput]) => [file, { bytesInOutput }]);
    return { bytes: 0, imports: [], exports: [], inputs: Object.fromEntries(inputs) };
  };
  const outputs = {
    'dist/a.js': output({
      'node_modules/@scope/parser/lib/index.js': 3000,
      'client/pages/blog-page.tsx': 500,
      'client/pages/list.tsx': 1000,
    }),
    'dist/b.js': output({
      'node_modules/@scope/parser/lib/other.js': 1000,
      'node_modules/small/index.js': 100,
    }),
    'dist/of-another-page.js': output({ 'node_modules/react/index.js': 9000 }),
  };
  expect(describeModules({ inputs: {}, outputs }, ['/assets/a.js', '/assets/b.js'])).toContain(
    'in kB: 4.0 @scope/parser, 1.5 client/pages, 0.1 small. Load with import()',
  );
});
