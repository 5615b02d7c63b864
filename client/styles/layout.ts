import { css } from './css.ts';

/**
 * The site's breakpoints, in em, so that they follow the visitor's text size. They are ranges, which browsers know
 * since 2022, Safari since March 2023: between `<` and `>=` there is no gap.
 */
export const wide = '@media (width>=56.25em)';
export const narrow = '@media (width<56.25em)';
export const headerWide = '@media (width>=48em),(width>=35em) and (height<=30em)';
export const headerNarrow = '@media (width<35em),(width<48em) and (height>30em)';
export const phone = '@media (width<=40em)';
export const tight = '@media (width<=30em)';

/** A window of little height, such as a phone on its side: drawings and headlines are smaller. */
export const low = '@media (height<=30em)';

/** Not in print. Buttons need not say so (`global-css.ts`). */
export const screenOnly = '@media print{display:none}';

/** Decoration in our own colours: neither in print nor in forced colours. */
export const inColourOnly = `${screenOnly}@media (forced-colors:active){display:none}`;

/** The columns of a child of the column grid, where there are twelve: a value of `grid-column`. */
export const inColumns = (place: string) => `${wide}{grid-column:${place}}`;

/** The column grid: twelve columns, or one below 56.25em. Children choose their columns with `inColumns`. */
export const columns = css`
  display: grid;
  max-width: 1440px;
  margin-inline: auto;
  padding-inline: var(--side);
  column-gap: var(--gap);
  grid-template-columns: minmax(0, 1fr);
  ${wide} {
    grid-template-columns: repeat(12, minmax(0, 1fr));
  }
  @media print {
    display: block; /* Firefox moves the whole row of a grid to the next sheet. */
  }
`;

/** A link or button on its own, large enough for a finger. */
export const touchTarget = 'display:inline-flex;align-items:center;min-height:44px';

/** A link or button that is underlined only while the pointer is on it. */
export const underlinedOnHover =
  '&:hover{text-decoration-line:underline;text-decoration-thickness:2px;text-underline-offset:6px}';

/** A section of a page with its padding above and below. */
export const section = css`
  padding-block: var(--section);
  @media print {
    padding-block: 12pt;
  }
`;

/** The end of a page, or a part of it without padding above. */
export const sectionEnd = css`
  padding-bottom: var(--section);
  @media print {
    padding-bottom: 12pt;
  }
`;

/** Muted text for explanations. */
export const muted = css`
  color: var(--muted);
`;

/** The sentence under a page's title. */
export const lead = css`
  font-size: var(--lead);
  line-height: 1.5;
  color: var(--muted);
`;
