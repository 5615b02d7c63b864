import { css, type SerializedStyles } from '@emotion/react';
import { createContext } from 'react';
import { createEmotionCache } from '#client/styles/emotion-cache.ts';

/** What a `css` property may hold: what Emotion's `css` takes. There is no theme for functions. */
export type CssProp = Parameters<typeof css>[number];

/** What Emotion makes of one `css` property. */
interface Dress {
  /** The whole class attribute. */
  readonly attribute: string;
  /** Emotion's class in it, and its name without Emotion's key. */
  readonly className: string;
  readonly id: string;
  readonly rules: string;
  readonly styles: SerializedStyles;
}

/** The styles of one page: the class ids, which the browser's Emotion cache takes over, and the rules. */
export class PageStyles {
  /** Rules by class id, in the order in which they were first wanted. */
  readonly rules = new Map<string, string>();
  /** The classes that were handed to components, which may hand them on to an element with its own. */
  readonly #handed = new Map<string, SerializedStyles>();

  /**
   * The class attribute of an element or a component with this `css` property, which the page's
   * styles contain from now on.
   */
  dress(prop: CssProp, className: string | undefined, isElement: boolean): string {
    const dresses = findDresses(prop);
    let dress = dresses.get(className);
    if (!dress) {
      dress = sew(prop, className, this.#handed);
      dresses.set(className, dress);
    }
    this.rules.set(dress.id, dress.rules);
    if (!isElement) this.#handed.set(dress.className, dress.styles);
    return dress.attribute;
  }

  get ids(): string {
    return [...this.rules.keys()].join(' ');
  }

  get css(): string {
    return [...this.rules.values()].join('');
  }
}

/** Of the page that is being rendered; `renderPage` provides it. */
export const PageStylesContext = createContext<PageStyles | undefined>(undefined);

const emotion = createEmotionCache();

/** Serialises, hashes and compiles, as Emotion does it for every element of every page. */
function sew(
  prop: CssProp,
  classNames: string | undefined,
  handed: ReadonlyMap<string, SerializedStyles>,
): Dress {
  const parts = [prop];
  let attribute = '';
  for (const name of classNames?.split(' ') ?? []) {
    const styles = handed.get(name);
    if (styles) parts.push(`${styles.styles};`);
    else if (name) attribute += `${name} `;
  }
  const styles = css(...parts);
  const id = styles.name;
  const className = `${emotion.key}-${id}`;
  return {
    attribute: attribute + className,
    className,
    id,
    rules: emotion.insert(`.${className}`, styles, emotion.sheet, false) ?? '',
    styles,
  };
}

/** By the class attribute that came from above. */
type Dresses = Map<string | undefined, Dress>;

/** A step on the way through an array: what is known of the styles so far, and where it goes on. */
class Step {
  readonly dresses: Dresses = new Map();
  readonly #next = new WeakMap<object, Step>();

  follow(part: unknown): Step {
    const key = findKey(part);
    const known = this.#next.get(key);
    if (known) return known;
    const step = new Step();
    this.#next.set(key, step);
    return step;
  }
}

const start = new Step();
/** What a condition leaves in place of styles. */
const nothing = {};

/** Texts and numbers lead to a step that nobody else finds: they are worked out each time. */
function findKey(part: unknown): object {
  if (typeof part === 'object' && part !== null) return part;
  return part === undefined || part === null || typeof part === 'boolean' ? nothing : {};
}

/**
 * Styles stand at the top of their modules, so the same objects come with every page and are the key
 * to what was worked out before. Weakly held: what is made while rendering goes with its page.
 */
function findDresses(prop: CssProp): Dresses {
  if (!Array.isArray(prop)) return start.follow(prop).dresses;
  let step = start.follow(list);
  for (const part of prop) step = step.follow(part);
  return step.dresses;
}

/** Tells an array of one from what stands in it: Emotion names them differently. */
const list = {};
