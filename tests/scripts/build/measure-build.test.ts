import { expect, test } from 'vitest';
import { describeExcess, describeModules, warnAuthors } from '#scripts/build/measure-build.ts';
import { makeEvent } from '../../helpers/content/make-event.ts';

const sizes = Object.entries({ '/events?event=a-gathering': 109, '/blog': 100, '/about': 101 });
const kind = { title: 'HTML', sizes, max: 100 };

test('the warning of a page that is too large says by how much, and what to do', () => {
  const late =
    'than a browser gets in the first answer, so it appears a little later where the network is slow';
  expect(warnAuthors(kind, [makeEvent()])).toEqual([
    `shared/content/events.ts, “A Gathering”: its page has 109 bytes as sent, 9 more ${late}: shorten its description if you can.`,
    `The page /about has 101 bytes as sent, 1 more ${late}. Shorten its text if you can, or leave it.`,
  ]);
});

test('the error of code that is too large names the limit and its file', () => {
  expect(describeExcess(kind, 'Load less.')).toEqual([
    'HTML: /events?event=a-gathering has 109 bytes, 9 more than scripts/build/budget.ts allows; too large: 1 more. Load less.',
  ]);
});

test('the error of too much JavaScript names the largest packages and folders', () => {
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
