/**
 * A Markdown table with columns as wide as their widest cell, as the formatter requires it. Columns of numbers are
 * aligned to the right.
 *
 * @param rows the first one is the head
 */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const [head = [], ...body] = cells;
  const columns = head.map((_, at) => ({
    width: Math.max(3, ...cells.map((row) => row[at]?.length ?? 0)),
    isFigure: at > 0 && body.every((row) => /^[!\s\d.,()–-]*$/.test(row[at] ?? '')),
  }));
  const pad = (row: readonly string[]) =>
    columns.map(({ width, isFigure }, at) =>
      isFigure ? (row[at] ?? '').padStart(width) : (row[at] ?? '').padEnd(width),
    );
  const rule = columns.map(({ width, isFigure }) =>
    isFigure ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [pad(head), rule, ...body.map(pad)].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
