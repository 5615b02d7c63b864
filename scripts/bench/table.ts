/** A table for a terminal, or as Markdown. Its first column is text, the others are figures. */
export function formatTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  { markdown }: { readonly markdown: boolean },
): string {
  const widths = header.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const align = (cells: readonly string[]) =>
    widths.map((width, column) => {
      const cell = cells[column] ?? '';
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  if (!markdown) return [header, ...rows].map((row) => align(row).join('  ').trimEnd()).join('\n');
  return [align(header), rule, ...rows.map(align)]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

/** `1234567.8` -> `1,234,568`. */
export function formatCount(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** Microseconds, with a digit behind the point as long as it says something. */
export function formatMicroseconds(value: number): string {
  return value < 100 ? value.toFixed(1) : formatCount(value);
}

/** Bytes as kB of a thousand bytes. */
export function formatKilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

export function formatShare(share: number): string {
  return share < 10 ? share.toFixed(2) : share.toFixed(0);
}
