/**
 * Every colour, size and duration of the site, as CSS custom properties per theme. The tags' colours are content
 * (`shared/content/tags.ts`); nothing else in `client/` contains a colour literal (`scripts/check-house/colours.grit`).
 * `tests/client/styles/tokens.test.ts` checks the contrast of every pair.
 */

import { frameWidth } from '#shared/frame-width.ts';
import { growing } from './growing.ts';
import { formatThemed } from './theme-colour.ts';

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
    accent: '#22336B', // indigo; in the dark theme the colour of the surface
    'accent-light': '#2B3E7C',
    'accent-line': '#4A5B95',
    'on-accent': '#FFFCF5',
    'on-accent-muted': '#D3DAF0',
    'accent-focus': '#F3B544',
    'line-start': '#9A2A20',
    'line-end': '#22336B',
    scrim: 'rgb(15 20 41 / .62)',
    'page-under-scrim': '#676870', // for the scrollbar's gutter, which a backdrop does not cover
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
    accent: '#222B50',
    'accent-light': '#2D3763',
    'accent-line': '#4A5488',
    'on-accent': '#F5EDDF',
    'on-accent-muted': '#C9CBDD',
    'accent-focus': '#F3B544',
    'line-start': '#FF9A84',
    'line-end': '#9DB8FF',
    scrim: 'rgb(15 20 41 / .62)',
    'page-under-scrim': '#0F1429',
  },
} as const satisfies Record<ThemeName, Record<string, string>>;

/** Overrides for print: no colours behind the text. */
const paper = {
  page: '#FFF',
  card: '#FFF',
  surface: '#FFF',
  accent: '#FFF',
  'on-accent': colours.light.text,
  'on-accent-muted': colours.light.muted,
} as const;

/** Overrides where the visitor asks for more contrast: no colour between that of the text and that of its ground. */
const contrast = {
  muted: 'var(--text)',
  control: 'var(--text)',
  hairline: 'var(--text)',
  'line-pale': 'var(--muted)',
  'on-accent-muted': 'var(--on-accent)',
  'accent-line': 'var(--on-accent)',
} as const;

/** Sizes, type and motion, the same in both themes. */
const measures = {
  frame: `clamp(${frameWidth.min}px,${100 * frameWidth.share}vw,${frameWidth.max}px)`, // at most: the width of the column box
  growth: `max(0px,var(--frame) - ${frameWidth.min}px)`, // beyond which it grows
  outer: 'max(0px,(100vw - var(--frame))/2)', // from it to the edge of the window
  side: 'clamp(16px,3.35vw,48px)', // padding of the frame
  gap: 'clamp(12px,1.67vw,24px)', // between columns
  section: 'clamp(72px,9vw,128px)', // above and below a section
  radius: '2px',
  rise: '24px',
  'rise-time': '420ms',
  'stagger-time': '100ms',
  'fade-time': '180ms',
  'draw-time': '1400ms',
  h1: `clamp(min(2.75rem,14vw),7.1vw,${growing(7.25)})`, // 14vw: words stay whole on a phone with text at 200 %
  h2: `clamp(2.125rem,4.6vw,${growing(4.25)})`,
  h3: 'clamp(1.5rem,2.2vw,2rem)',
  body: 'clamp(1.0625rem,calc(.96875rem + .36vw),1.25rem)',
  lead: 'clamp(1.1875rem,1.6vw,1.4375rem)',
  label: '1.0625rem',
  note: '1rem',
} as const;

/** `--name:value` declarations of one group. */
function declare(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

const themed = Object.fromEntries(
  Object.entries(colours.light).map(([name, light]) => [
    name,
    formatThemed(light, { ...colours.dark }[name] ?? light),
  ]),
);

const dark = 'color-scheme:dark;--l: ;--d:initial';

/**
 * The custom properties as CSS. The visitor's choice (`data-theme`) has priority over the browser's scheme. Print is
 * always light, so the dark values are inside `screen`.
 */
export const tokensCss = [
  `:root{color-scheme:light;--l:initial;--d: ;${declare(themed)};${declare(measures)}}`,
  // At 320 px this size breaks the leads at the same places in our font and in its fallback fonts: nothing moves.
  '@media (max-width:22em){:root{--lead:1.155rem}}',
  `@media (prefers-contrast:more){:root{${declare(contrast)}}}`,
  `@media print{:root{${declare(paper)}}}`,
  `@media screen{:root[data-theme=dark]{${dark}}}`,
  `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}`,
].join('');
