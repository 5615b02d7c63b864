import { escapeXml } from '#shared/resources/xml.ts';

/** One bar: our figure as a share of the naive server's. */
export interface Bar {
  readonly label: string;
  /** The two figures with their unit. */
  readonly words: string;
  readonly share: number;
}

const [left, length, rowHeight, top] = [240, 330, 28, 40];

/** The length of a bar that reaches the naive server's line. A bar that is too long is cut at the edge. */
const scale = 150;

/**
 * Draws the bars as SVG, with a line at the naive server's value. The colours follow the reader's theme; the
 * description has the same figures in words.
 */
export function drawChart(bars: readonly Bar[]): string {
  const height = top + bars.length * rowHeight + 12;
  const rows = bars.map(({ label, words, share }, index) => {
    const y = top + index * rowHeight;
    const across = Math.max(1, Math.min(length, Math.round(share * scale)));
    return `<text x="${left - 12}" y="${y + 14}" text-anchor="end">${escapeXml(label)}</text><rect class="ours" x="${left}" y="${y}" width="${across}" height="18"/><text x="${left + length + 12}" y="${y + 14}">${escapeXml(words)}</text>`;
  });
  const line = left + scale;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 ${height}" role="img" aria-labelledby="title description">
<title id="title">This site (bars) beside the naive server (line): less is better</title>
<desc id="description">${escapeXml(bars.map(({ label, words }) => `${label}: ${words}`).join('; '))}.</desc>
<style>
svg { background: #fffaf2; color: #2a1b2e; fill: currentColor; font: 14px/1 system-ui, sans-serif }
.ours { fill: #b3342f }
@media (prefers-color-scheme: dark) { svg { background: #1b1220; color: #f5ede3 } .ours { fill: #f2a33a } }
</style>
${rows.join('\n')}
<path d="M${line} 26V${height - 8}" stroke="currentColor" stroke-dasharray="4 3"/><text x="${line}" y="18" text-anchor="middle">naive server</text>
</svg>
`;
}
