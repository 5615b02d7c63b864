/**
 * The widths of the layout, which the styles of pages (`client/styles/`) and the `sizes` of photographs share: from
 * `columnsFrom` there are twelve columns, in a frame that fills the window up to `min` pixels, and then `share` of it.
 */
export const frameWidth = { min: 1440, share: 0.8, max: 2400 } as const;

export const columnsFrom = '56.25em';

/** `sizes` of a picture that takes a part of the frame (HTML, "sizes attributes"), and `below` where there is one column. */
export function formatSizes(part: number, below: string): string {
  const { min, share, max } = frameWidth;
  return [
    `(min-width:${max / share}px) ${Math.round(max * part)}px`,
    `(min-width:${min / share}px) ${(100 * share * part).toFixed(1)}vw`,
    `(min-width:${min}px) ${Math.round(min * part)}px`,
    `(min-width:${columnsFrom}) ${(100 * part).toFixed(1)}vw`,
    below,
  ].join();
}
