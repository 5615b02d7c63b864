import { colours, type ThemeName } from '#shared/design/palette.ts';

/** `rgb(247, 241, 229)` for `#F7F1E5`, as computed styles say it. */
export const formatRgb = (colour: string) =>
  `rgb(${[...Buffer.from(colour.slice(1), 'hex')].join(', ')})`;

/** The page's background in a theme. */
export const getBackground = (theme: ThemeName) => formatRgb(colours[theme].page);
