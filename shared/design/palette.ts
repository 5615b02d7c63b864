/**
 * Every colour of pages, pictures and mails. The tags' colours are content (`shared/content/tags.ts`); nothing in
 * `client/` or `server/` contains a colour literal (`scripts/check-rules/colours.grit`).
 * `tests/client/styles/tokens.test.ts` checks the contrast of every pair.
 */

export type ThemeName = 'light' | 'dark';

/** Colours by theme. A name is a role; the comment names the pigment. */
export const colours = {
  light: {
    page: '#F7F1E5', // khadi
    card: '#FFFCF5', // paper
    surface: '#EBE1CE',
    text: '#1D1815', // iron
    muted: '#5A5048', // ash
    action: '#9A2A20', // madder
    'action-hover': '#7C1F18',
    'on-action': '#FFFCF5',
    indigo: '#22336B', // secondary text and focus
    dot: '#E3A72F', // turmeric, never as text
    'on-dot': '#1D1815',
    success: '#4D5B1E', // rind
    warning: '#8A3F00',
    error: '#9A2A20',
    control: '#857561',
    hairline: '#D9CCB4',
    'line-pale': '#E2D6C0',
    accent: '#22336B', // indigo
    'accent-light': '#2B3E7C',
    'accent-line': '#4A5B95',
    'on-accent': '#FFFCF5',
    'on-accent-muted': '#D3DAF0',
    'accent-focus': '#F3B544',
    'line-start': '#9A2A20',
    'line-end': '#22336B',
    scrim: 'rgb(15 20 41 / .62)',
    'page-under-scrim': '#676870', // page below scrim: for the scrollbar's gutter, which a backdrop does not cover
  },
  dark: {
    page: '#0F1429', // vat
    card: '#171E3A',
    surface: '#222B50',
    text: '#F5EDDF', // bone
    muted: '#BDB6AB', // mist
    action: '#F3B544', // marigold
    'action-hover': '#FFC968',
    'on-action': '#0F1429',
    indigo: '#9DB8FF', // sky
    dot: '#F3B544',
    'on-dot': '#0F1429',
    success: '#B5CC72', // leaf
    warning: '#F3B544',
    error: '#FF9A84', // coral
    control: '#7681B5',
    hairline: '#2B345C',
    'line-pale': '#333F72',
    accent: '#2B3E7C',
    'accent-light': '#354990',
    'accent-line': '#5A6BB0',
    'on-accent': '#F5EDDF',
    'on-accent-muted': '#D3DAF0',
    'accent-focus': '#F3B544',
    'line-start': '#FF9A84',
    'line-end': '#9DB8FF',
    scrim: 'rgb(15 20 41 / .62)',
    'page-under-scrim': '#0F1429',
  },
} as const satisfies Record<ThemeName, Record<string, string>>;
