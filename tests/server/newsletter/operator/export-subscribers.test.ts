import { expect, test } from 'vitest';
import { formatCsvRow } from '#server/newsletter/operator/export-subscribers.ts';

test.each([
  [['asha@example.com', '', 'x'], 'asha@example.com,,x'],
  [['a,b', 'say "yes"', 'two\nlines'], '"a,b","say ""yes""","two\nlines"'],
  [['=1+1', '+a@b.com', '-a@b.com', '@a'], "'=1+1,'+a@b.com,'-a@b.com,'@a"],
  [['a=1', 'a-b+c@d.com'], 'a=1,a-b+c@d.com'],
])('%j is not one row of CSV: %s', (fields, row) => {
  expect(formatCsvRow(fields)).toBe(row);
});
