import { expect, test } from 'vitest';
import { getPageModule } from '#client/pages.ts';
import { rules } from '#client/styles/class-rules.ts';
import { globalCss } from '#client/styles/global-css.ts';
import { minifyCss } from '#client/styles/minify-css.ts';

test.each([
  ['(width<48em)', '(max-width:47.999em)'],
  ['(width<=40em)', '(max-width:40em)'],
  ['(width>40em)', '(min-width:40.001em)'],
  ['(height>=15.5em)', '(min-height:15.5em)'],
  ['(40em<width<64em)', '(min-width:40.001em) and (max-width:63.999em)'],
  ['(17em<=width<=40em)', '(min-width:17em) and (max-width:40em)'],
  [
    'screen and (width>=35em) and (height<=30em),(width>=48em)',
    'screen and (min-width:35em) and (max-height:30em),(min-width:48em)',
  ],
])('the media query %s is written in the syntax of older browsers', (query, expected) => {
  const [before = ''] = minifyCss(`@media ${query}{a{top:0}}`).split('{');
  expect(before.replace(/^@media ?/, '')).toBe(expected);
});

test('combinators, factors and pseudo-elements are written short', () => {
  expect(minifyCss('a >b::after{top:calc(-1 * var(--x) - 100% / 7);grid-area:1 / span 2}')).toBe(
    'a>b:after{top:calc(-1*var(--x) - 100%/7);grid-area:1 / span 2}',
  );
});

test('a mask has its prefixed name, and a container query does not change', () => {
  expect(minifyCss('a{mask:none;top:0}')).toBe('a{-webkit-mask:none;top:0}');
  const container = '@container (width >= 5em){a{top:0}}';
  expect(minifyCss(container)).toBe(container);
});

test('no class of the site uses a range in a media query, which older browsers do not support', () => {
  expect(getPageModule('events')).toBeDefined(); // All pages are loaded, with their classes.
  expect(rules.size).toBeGreaterThan(100);
  const queries = [...rules.values(), globalCss].flatMap((css) => css.match(/@media[^{]+/g) ?? []);
  expect(queries.filter((query) => /[<>]/.test(query))).toEqual([]);
});
