import { CacheProvider, css } from '@emotion/react';
import * as emotion from '@emotion/react/jsx-runtime';
import fc from 'fast-check';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createEmotionCache } from '#client/styles/emotion-cache.ts';
import * as ours from '#server/render/css-prop/jsx-runtime.ts';
import { PageStyles, PageStylesContext } from '#server/render/css-prop/page-styles.ts';

/** Either half's function for making elements. */
type Jsx = (type: 'p' | 'a' | typeof Card, props: Record<string, unknown>) => ReactElement;

const withEmotion: Jsx = (type, props) => emotion.jsx(type, props);
const withOurs: Jsx = (type, props) => ours.jsx(type, props);

/** A component, since only while one renders may styles be used. */
function Page({ make, jsx }: { readonly make: (jsx: Jsx) => ReactElement; readonly jsx: Jsx }) {
  return make(jsx);
}

/** What Emotion writes in the browser's half of the site: markup, and rules by class id. */
function renderWithEmotion(make: (jsx: Jsx) => ReactElement) {
  const cache = createEmotionCache();
  const html = renderToStaticMarkup(
    createElement(CacheProvider, { value: cache }, createElement(Page, { make, jsx: withEmotion })),
  );
  return { html, rules: { ...cache.inserted } };
}

function renderWithOurs(make: (jsx: Jsx) => ReactElement) {
  const styles = new PageStyles();
  const html = renderToStaticMarkup(
    createElement(
      PageStylesContext,
      { value: styles },
      createElement(Page, { make, jsx: withOurs }),
    ),
  );
  return { html, rules: Object.fromEntries(styles.rules), styles };
}

/** A component that hands the class it was given on, and has styles of its own. */
function Card({ className, jsx }: { readonly className?: string; readonly jsx: Jsx }) {
  return jsx('p', { css: border, className, id: 'card' });
}

const red = css`
  color: red;
  svg {
    fill: none;
  }
`;
const border = css`
  border: 1px solid;
  @media print {
    border: 0;
  }
`;
const wide = css`
  width: 100%;
  &:hover > & {
    width: 50%;
  }
`;

const cases: Readonly<Record<string, (jsx: Jsx) => ReactElement>> = {
  'one style': (jsx) => jsx('p', { css: red }),
  'an array of one': (jsx) => jsx('p', { css: [red] }),
  'an array': (jsx) => jsx('p', { css: [red, border] }),
  'an array the other way round': (jsx) => jsx('p', { css: [border, red] }),
  'a condition that does not hold': (jsx) => jsx('p', { css: [red, false, border, undefined] }),
  'a null': (jsx) => jsx('p', { css: [red, null] }),
  'nothing at all': (jsx) => jsx('p', { css: undefined }),
  'an array in an array': (jsx) => jsx('p', { css: [red, [border, wide]] }),
  'an object': (jsx) => jsx('p', { css: { color: 'blue', paddingTop: 3 } }),
  'a text in an array': (jsx) => jsx('p', { css: [red, 'color: green;'] }),
  'a class beside it': (jsx) => jsx('p', { css: red, className: 'ears other' }),
  'attributes round it': (jsx) => jsx('a', { href: '/', className: 'ears', css: red, id: 'x' }),
  'an attribute behind it': (jsx) => jsx('a', { css: red, href: '/' }),
  'no styles': (jsx) => jsx('a', { href: '/', className: 'ears' }),
  'a component with styles': (jsx) => jsx(Card, { css: red, jsx }),
  'a component with several': (jsx) => jsx(Card, { css: [wide, red], jsx }),
  'a component with a class and styles': (jsx) => jsx(Card, { css: wide, className: 'ears', jsx }),
  'a component without styles': (jsx) => jsx(Card, { jsx }),
};

test.each(Object.entries(cases))(
  '%s: classes, attributes and rules are those of Emotion in the browser',
  (_name, make) => {
    // Twice: worked out, and looked up.
    for (let time = 0; time < 2; time += 1) {
      const { html, rules } = renderWithOurs(make);
      expect({ html, rules }).toEqual(renderWithEmotion(make));
    }
  },
);

test('whatever stands in an array, in whichever order, is named as by Emotion', () => {
  const part = fc.constantFrom(red, border, wide, false, undefined, null, 'color: green;');
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const make = (jsx: Jsx) => jsx(Card, { css: parts, jsx });
      const { html, rules } = renderWithOurs(make);
      expect({ html, rules }).toEqual(renderWithEmotion(make));
    }),
  );
});

test('a page has the styles it uses and none of the page before', () => {
  renderWithOurs((jsx) => jsx('p', { css: red }));
  const { rules, styles } = renderWithOurs((jsx) => jsx('p', { css: border }));
  expect(Object.keys(rules)).toEqual([border.name]);
  expect(styles.ids).toBe(border.name);
  expect(styles.css).toBe(
    `.css-${border.name}{border:1px solid;}@media print{.css-${border.name}{border:0;}}`,
  );
});

test('styles outside a page are a mistake that says so', () => {
  const card = createElement(Card, { jsx: withOurs });
  expect(() => renderToStaticMarkup(card)).toThrow('PageStylesContext');
});
