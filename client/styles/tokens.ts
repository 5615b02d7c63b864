/** Every colour (`shared/design/palette.ts`), size and duration of the site, as CSS custom properties per theme. */

import { containerWidth } from '#shared/design/container-width.ts';
import { colours } from '#shared/design/palette.ts';
import { fluidSize } from './fluid-size.ts';
import { motionTimes, riseDistance } from './motion-times.ts';
import { formatThemed } from './theme-colour.ts';

/** Overrides for print: no colours behind the text, which is as wide as the lines of header and footer. */
const paper = {
  page: '#FFF',
  card: '#FFF',
  surface: '#FFF',
  accent: '#FFF',
  'on-accent': colours.light.text,
  'on-accent-muted': colours.light.muted,
  side: '0px',
} as const;

/** Overrides for visitors who prefer more contrast: no colour between text and background. */
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
  container: `clamp(${containerWidth.min}px,${100 * containerWidth.share}vw,${containerWidth.max}px)`, // maximum width
  fluid: `calc(var(--container) - ${containerWidth.min}px)`, // by how much the container has grown
  outer: 'max(0px,(100vw - var(--container))/2)', // from the container to the edge of the window
  side: 'clamp(16px,3.35vw,48px)', // padding of the container
  gap: 'clamp(12px,1.67vw,24px)', // between columns
  section: 'clamp(72px,9vw,128px)', // above and below a section
  radius: '2px',
  rise: `${riseDistance}px`,
  'rise-time': `${motionTimes.rise}ms`,
  'stagger-time': `${motionTimes.stagger}ms`,
  'fade-time': `${motionTimes.fade}ms`,
  'draw-time': `${motionTimes.draw}ms`,
  // The vw in the minimum are for phones with text at 200 %: words stay whole, and a headline is larger than a title.
  h1: `clamp(min(2.75rem,14vw),7.1vw,${fluidSize(7.25)})`,
  h2: `clamp(min(2.125rem,12.5vw),4.6vw,${fluidSize(4.25)})`,
  h3: 'clamp(min(1.5rem,11.5vw),2.2vw,2rem)',
  body: 'clamp(1.0625rem,calc(.96875rem + .36vw),1.25rem)',
  lead: 'clamp(1.1875rem,1.6vw,1.4375rem)',
  label: '1.0625rem',
  note: '1rem',
} as const;

/** The `--name:value` declarations of one group. */
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
  // At 320 px this size breaks the leads at the same words in our font and in its fallback fonts: nothing moves.
  '@media (max-width:22em){:root{--lead:1.155rem}}',
  `@media (prefers-contrast:more){:root{${declare(contrast)}}}`,
  `@media print{:root{${declare(paper)}}}`,
  // `only`: Chrome's automatic dark theme would darken the chosen light one.
  ':root[data-theme=light]{color-scheme:only light}',
  `@media screen{:root[data-theme=dark]{${dark}}}`,
  `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}`,
].join('');
