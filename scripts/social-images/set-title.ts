/** A text set in lines. */
export interface SetTitle {
  readonly lines: readonly string[];
  /** In pixels. */
  readonly size: number;
}

interface Measure {
  /** In pixels. */
  readonly width: number;
  readonly sizes: readonly { readonly size: number; readonly lines: number }[];
  /** Width of a text at a size of 100 pixels. */
  readonly widthOf: (text: string) => number;
}

/**
 * Sets a text in the largest size in which it fits, in lines as even as they can be. What fits in none
 * is cut at the smallest one, with an ellipsis.
 */
export function setTitle(text: string, { width, sizes, widthOf }: Measure): SetTitle {
  const words = text.split(/\s+/).filter((word) => word !== '');
  for (const { size, lines: most } of sizes) {
    const fits = (limit: number) => {
      const lines = breakLines(words, (limit / size) * 100, widthOf);
      return lines && lines.length <= most ? lines : undefined;
    };
    const greedy = fits(width);
    if (greedy) return { size, lines: balance(greedy, width, fits) };
  }
  const { size = 48, lines = 3 } = sizes.at(-1) ?? {};
  return { size, lines: cut(text, lines, (width / size) * 100, widthOf) };
}

/** Words from line to line, or undefined where one is too long. `limit` is in units of `widthOf`. */
function breakLines(
  words: readonly string[],
  limit: number,
  widthOf: (text: string) => number,
): readonly string[] | undefined {
  const lines: string[] = [];
  for (const word of words) {
    if (widthOf(word) > limit) return undefined;
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && widthOf(longer) <= limit) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The narrowest column that takes no more lines. */
function balance(
  greedy: readonly string[],
  width: number,
  fits: (limit: number) => readonly string[] | undefined,
): readonly string[] {
  let best = greedy;
  for (let limit = width; limit > 0; limit -= 20) {
    const lines = fits(limit);
    if (!lines || lines.length > greedy.length) return best;
    best = lines;
  }
  return best;
}

/** As many whole characters as fit. */
function cut(
  text: string,
  most: number,
  limit: number,
  widthOf: (text: string) => number,
): readonly string[] {
  const lines = [''];
  for (const { segment } of new Intl.Segmenter('en').segment(text.replace(/\s+/g, ' '))) {
    const last = lines.at(-1) ?? '';
    const room = lines.length === most ? limit - widthOf('…') : limit;
    if (widthOf(last + segment) <= room) lines[lines.length - 1] = last + segment;
    else if (lines.length === most) return [...lines.slice(0, -1), `${last.trimEnd()}…`];
    else lines.push(segment.trimStart());
  }
  return lines;
}
