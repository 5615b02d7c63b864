import { colours, type ThemeName } from '#shared/palette.ts';

/** `rgb(247, 241, 229)` for the page's background in a theme, as computed styles say it. */
export const getBackground = (theme: ThemeName) =>
  `rgb(${[...Buffer.from(colours[theme].page.slice(1), 'hex')].join(', ')})`;
