import { type ElementType, type Key, type ReactElement, use } from 'react';
import * as react from 'react/jsx-runtime';
import { type CssProp, PageStylesContext } from './page-styles.ts';

/*
 * The `css` property on the server. What compiles JSX imports `#css-prop/jsx-runtime`, which
 * `package.json` makes Emotion's own runtime in the browser and this file elsewhere. Emotion puts two
 * components round every element that has the property, and serialises, hashes and compiles its
 * styles again for every page: nine tenths of what a render took. Here the class is looked up while
 * the element is made. Names and rules are Emotion's, so that its browser half finds what it expects.
 */

export type { JSX } from '@emotion/react/jsx-runtime';
export const { Fragment } = react;

type Props = Readonly<Record<string, unknown>>;

export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  return react.jsx(type, Object.hasOwn(props, 'css') ? dress(type, props) : props, key);
}

/** The same for several children, which React tells apart in development only. */
export function jsxs(type: ElementType, props: Props, key?: Key): ReactElement {
  return react.jsxs(type, Object.hasOwn(props, 'css') ? dress(type, props) : props, key);
}

interface DressProps extends Props {
  readonly css?: CssProp;
  readonly className?: string;
}

/** The same properties in the same order, with a class in place of the styles. */
function dress(type: ElementType, props: DressProps): Props {
  // Elements with styles are made by components while they render, where a context may be read.
  const styles = use(PageStylesContext);
  if (!styles) throw new Error('The css property needs a PageStylesContext above it');
  const dressed: Record<string, unknown> = {};
  for (const name in props) if (name !== 'css') dressed[name] = props[name];
  dressed['className'] = styles.dress(props.css, props.className, typeof type === 'string');
  return dressed;
}
