/** A table of Markdown; its first row is the head. */
export function markdownTable(
  [head = [], ...rows]: readonly (readonly string[])[],
  align: readonly ('left' | 'right')[] = [],
): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = head.map((_, column) => (align[column] === 'right' ? '---:' : '---'));
  return [head, rule, ...rows].map(line).join('\n');
}
