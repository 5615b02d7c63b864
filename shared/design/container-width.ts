/**
 * The widths of the layout, for the styles of pages (`client/styles/`) and the `sizes` of photographs. From
 * `columnsFrom` there are twelve columns. Their container fills the window up to `min` pixels, and above that it takes
 * `share` of the window, between `min` and `max` pixels.
 */
export const containerWidth = { min: 1440, share: 0.8, max: 2400 } as const;

export const columnsFrom = '56.25em';

/**
 * `sizes` of a picture (HTML, "sizes attributes").
 *
 * @param part the part of the container's width, where there are twelve columns
 * @param below the width in narrower windows
 */
export function formatSizes(part: number, below: string): string {
  const { min, share, max } = containerWidth;
  return [
    `(min-width:${max / share}px) ${Math.round(max * part)}px`,
    `(min-width:${min / share}px) ${(100 * share * part).toFixed(1)}vw`,
    `(min-width:${min}px) ${Math.round(min * part)}px`,
    `(min-width:${columnsFrom}) ${(100 * part).toFixed(1)}vw`,
    below,
  ].join();
}
