import { escapeXml } from '#shared/resources/xml.ts';

/** Two bars below each other: ours and the naive server's. */
export interface Pair {
  readonly label: string;
  readonly unit: string;
  readonly ours: number;
  readonly naive: number;
}

const width = 720;
const left = 230;
const longest = 380;
const thickness = 13;
const rowHeight = 46;
const top = 50;

/**
 * Draws pairs of bars as SVG, each pair in its own scale. Its colours follow the reader's theme; title and
 * description say the same in words.
 */
export function drawChart(pairs: readonly Pair[]): string {
  const height = top + pairs.length * rowHeight;
  const words = pairs.map(
    ({ label, unit, ours, naive }) => `${label}: ${format(ours)} beside ${format(naive)} ${unit}`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title description">
<title id="title">This site beside the naive server</title>
<desc id="description">${escapeXml(words.join('; '))}.</desc>
<style>
.paper { fill: #fffaf2 }
.ours { fill: #b3342f }
.naive { fill: #8d8192 }
text { fill: #2a1b2e; font: 14px/1 system-ui, sans-serif }
@media (prefers-color-scheme: dark) {
.paper { fill: #1b1220 }
.ours { fill: #f2a33a }
.naive { fill: #877b8e }
text { fill: #f5ede3 }
}
</style>
<rect width="${width}" height="${height}" rx="8" class="paper"/>
<rect class="ours" x="${left}" y="18" width="12" height="12"/><text x="${left + 18}" y="29">this site</text>
<rect class="naive" x="${left + 110}" y="18" width="12" height="12"/><text x="${left + 128}" y="29">naive server</text>
${pairs.map(drawPair).join('\n')}
</svg>
`;
}

function drawPair({ label, unit, ours, naive }: Pair, index: number): string {
  const y = top + index * rowHeight;
  const scale = longest / Math.max(ours, naive, Number.MIN_VALUE);
  const bars = Object.entries({ ours, naive }).map(([side, value], at) => {
    const length = Math.max(1, Math.round(value * scale));
    const place = y + at * (thickness + 2);
    return `<rect class="${side}" x="${left}" y="${place}" width="${length}" height="${thickness}"/><text x="${left + length + 8}" y="${place + 11}">${format(value)}</text>`;
  });
  return `<text x="${left - 14}" y="${y + thickness + 5}" text-anchor="end">${escapeXml(`${label}, ${unit}`)}</text>${bars.join('')}`;
}

function format(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 });
}
