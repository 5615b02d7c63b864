import { css, type Interpolation, type SerializedStyles, type Theme } from '@emotion/react';
import { createContext } from 'react';
import { createEmotionCache } from '#client/styles/emotion-cache.ts';

/** What a `css` property may hold. */
export type CssProp = Interpolation<Theme>;

/** What Emotion makes of one `css` property. */
interface Dress {
  /** The whole class attribute. */
  readonly className: string;
  /** The name of the class without Emotion's key. */
  readonly id: string;
  readonly rules: string;
  readonly styles: SerializedStyles;
}

/** The styles of one page: the class ids, which the browser's Emotion cache takes over, and the rules. */
export class PageStyles {
  readonly #rules = new Map<string, string>();
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
    this.#rules.set(dress.id, dress.rules);
    if (!isElement) this.#handed.set(dress.className, dress.styles);
    return dress.className;
  }

  get ids(): string {
    return [...this.#rules.keys()].join(' ');
  }

  get css(): string {
    return [...this.#rules.values()].join('');
  }
}

/** Of the page that is being rendered; `renderPage` provides it. */
export const PageStylesContext = createContext<PageStyles | undefined>(undefined);

const emotion = createEmotionCache();

/** Serialises, hashes and compiles, as Emotion does it for every element of every page. */
function sew(
  prop: CssProp,
  className: string | undefined,
  handed: ReadonlyMap<string, SerializedStyles>,
): Dress {
  const parts = [prop];
  let attribute = '';
  for (const name of className?.split(' ') ?? []) {
    const styles = handed.get(name);
    if (styles) parts.push(`${styles.styles};`);
    else if (name) attribute += `${name} `;
  }
  const styles = css(...parts);
  const id = styles.name;
  const own = `${emotion.key}-${id}`;
  return {
    className: attribute + own,
    id,
    rules: emotion.insert(`.${own}`, styles, emotion.sheet, false) ?? '',
    styles,
  };
}

/** By the class attribute that came from above. */
type Dresses = Map<string | undefined, Dress>;

/** A step on the way through an array: what is known of the styles so far, and where it goes on. */
class Step {
  readonly dresses: Dresses = new Map();
  readonly #next = new WeakMap<object, Step>();

  /** Texts and numbers lead to a step that nobody else finds: they are worked out each time. */
  follow(part: unknown): Step {
    const key = typeof part === 'object' && part !== null ? part : isNothing(part) ? nothing : {};
    let step = this.#next.get(key);
    if (!step) this.#next.set(key, (step = new Step()));
    return step;
  }
}

const start = new Step();
const nothing = {};

function isNothing(part: unknown): boolean {
  return part === undefined || part === null || typeof part === 'boolean';
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
