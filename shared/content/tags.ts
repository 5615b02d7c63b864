/*
 * Tags that have a name or a colour of their own. Any other tag needs no entry here: it is shown by its
 * slug (`trade-fair` as `Trade Fair`) in the grey of `online`. README.md shows how to add one.
 */

/** The colours of a tag's text and of its background, in one theme: `#RRGGBB`. */
export interface TagColours {
  readonly text: string;
  readonly fill: string;
}

/** Names that are not the slug with capital letters, by slug. */
export const tagNames: Readonly<Record<string, string>> = {
  saas: 'SaaS',
};

/** Colours by slug (specification, section 9); the contrast of text and background is at least 4.5 : 1. */
export const tagColours: Readonly<Record<string, { light: TagColours; dark: TagColours }>> = {
  'investor-circle': {
    light: { text: '#1B3F8B', fill: '#DCE6FA' },
    dark: { text: '#BCD0FF', fill: '#1D2F63' },
  },
  bootcamp: {
    light: { text: '#1F5A2E', fill: '#DCEEDD' },
    dark: { text: '#B4E2BC', fill: '#173B23' },
  },
  delegation: {
    light: { text: '#5A2A82', fill: '#EBDFF6' },
    dark: { text: '#DCC2F5', fill: '#3A2358' },
  },
  offline: {
    light: { text: '#8A3F00', fill: '#FCE5CE' },
    dark: { text: '#FFCB9A', fill: '#4A2A10' },
  },
  online: {
    light: { text: '#454545', fill: '#E6E4E1' },
    dark: { text: '#D4D2CE', fill: '#363A48' },
  },
  saas: {
    light: { text: '#97195F', fill: '#FBDCEB' },
    dark: { text: '#FFBBDB', fill: '#551C3B' },
  },
};
