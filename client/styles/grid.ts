import { columnsFrom } from '#shared/design/container-width.ts';
import { css } from './css.ts';

/**
 * The site's breakpoints, in em, so that they follow the visitor's text size. Ranges leave no gap between `<` and `>=`.
 * Browsers support them since 2022, Safari since March 2023; `minify-css.ts` rewrites them for older ones.
 */
export const wide = `@media (width>=${columnsFrom})`;
export const narrow = `@media (width<${columnsFrom})`;
export const phone = '@media (width<=40em)';
export const fromMiddle = '@media (width>40em)';
/** A window between phone and desktop, such as a tablet's: the column grid has six columns. */
export const middle = `@media (40em<width<${columnsFrom})`;
export const tight = '@media (width<=30em)';

/** A window of little height, such as a phone in landscape: drawings and headlines are smaller. */
const isLow = '(height<=30em)';
export const low = `@media ${isLow}`;

/** From these widths the header has one row, and the drawings are wide: 48em, or 35em in a low window. */
const [headerFrom, lowHeaderFrom] = ['48em', '35em'];
export const lowAndWide = `@media (width>=${lowHeaderFrom}) and ${isLow}`;
export const headerWide = `@media (width>=${headerFrom}),(width>=${lowHeaderFrom}) and ${isLow}`;
const headerNarrowQueries = [`(width<${lowHeaderFrom})`, `(width<${headerFrom}) and (height>30em)`];
export const headerNarrow = `@media ${headerNarrowQueries.join()}`;

/**
 * The header sticks if its second row is one line of text and it takes at most a quarter of the window. Otherwise it
 * scrolls with the page.
 */
const sticks = '(width>=15.5em) and (height>=15.5em)';
export const headerSticks = `@media screen and ${sticks}`;
/** The line that shows the reading progress sticks below the header if both leave most of the window free. */
export const readingLineSticks = `@media screen and (width<${columnsFrom}) and (width>=15.5em) and (height>=20em) and (prefers-reduced-motion:no-preference)`;
export const narrowHeaderSticks = `@media ${headerNarrowQueries.map((query) => `${query} and ${sticks}`).join()}`;

/** Hides an element in print. Buttons do not need it (`global-css.ts`). */
export const screenOnly = '@media print{display:none}';

/**
 * Hidden, but not removed: an element that is removed and shown again would restart its animation, for example when a
 * phone is turned or a page is printed. A hidden line is complete: browsers would style it again for each frame.
 */
export const invisible = 'position:absolute;visibility:hidden;height:0;--draw-time:0s';

/** Reverts `invisible`. */
export const visible = 'position:static;visibility:visible;height:auto';

/** Hides decoration in our own colours in print and in forced colours. */
export const inColourOnly = `${screenOnly}@media (forced-colors:active){display:none}`;

/** Sets the columns of a child of the column grid between phone and desktop, where there are six. */
export const inSixColumns = (gridColumn: string) => `${middle}{grid-column:${gridColumn}}`;

/** Sets them where there are twelve, and perhaps where there are six. @param gridColumn a value of `grid-column` */
export const inColumns = (gridColumn: string, inSix?: string) =>
  `${inSix ? inSixColumns(inSix) : ''}${wide}{grid-column:${gridColumn}}`;

/** Two equal columns. */
export const inHalves = 'display:grid;grid-template-columns:1fr 1fr;column-gap:var(--gap)';

/** Equal columns, narrower than a long word. */
export const inEqualColumns = (count: number) =>
  `display:grid;grid-template-columns:repeat(${count},minmax(0,1fr));column-gap:var(--gap)`;

/**
 * The column grid: twelve columns, six between phone and desktop, or one on a phone. `inColumns` sets the columns of a
 * child. By default it takes all six.
 */
export const columns = css`
  display: grid;
  max-width: var(--container);
  margin-inline: auto;
  padding-inline: var(--side);
  column-gap: var(--gap);
  grid-template-columns: minmax(0, 1fr);
  ${middle} {
    grid-template-columns: repeat(6, minmax(0, 1fr));
    > * {
      grid-column: 1 / -1;
    }
  }
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
    padding-block: 8pt;
  }
`;

/** The end of a page, or a part of it without padding above. */
export const sectionEnd = css`
  padding-bottom: var(--section);
  @media print {
    padding-bottom: 8pt;
  }
`;

/** A section that is not printed. */
export const notPrinted = css`
  ${screenOnly};
`;

/**
 * A part far below the first window: a phone lays it out and paints it only near the window. What is more than 8 px
 * outside of its box is clipped, so focus rings are not. About as high as these parts are, so that the page keeps its
 * length.
 */
export const farBelow = css`
  ${phone} {
    content-visibility: auto;
    contain-intrinsic-size: auto 520px;
    overflow-clip-margin: 8px;
  }
`;

/** Muted text for explanations. */
export const muted = css`
  color: var(--muted);
`;

/** A sentence about an event or about the address, with a line before it. */
export const notice = css`
  margin-bottom: 12px;
  padding-inline-start: 12px;
  border-inline-start: 3px solid var(--action);
  font-weight: 600;
  line-height: 1.4;
`;

/** The sentence under a page's title. */
export const lead = css`
  font-size: var(--lead);
  line-height: 1.5;
  color: var(--muted);
  text-wrap: balance;
`;
