import createEmotion from '@emotion/css/create-instance';
import { isLast, mediaRule } from './join-rules.ts';
import { minifyCss } from './minify-css.ts';

/*
 * The rules of all classes. The build replaces this module with the rules (`scripts/build/static-styles.ts`), so
 * neither the browser nor the built server contains Emotion.
 */

/** It adds no vendor prefixes (`stylisPlugins: []`): the few necessary ones are written by hand. */
const emotion = createEmotion({ key: 'c', stylisPlugins: [], speedy: true });

/** The rule of each class, in the order of definition. */
export const rules = new Map<string, string>();

/** Adds the class of a template (`css.ts`). @returns Emotion's name of it: `c-` and a hash */
export function addClass(template: TemplateStringsArray, ...values: string[]): string {
  const name = emotion.css(template, ...values);
  const rule = String(emotion.cache.inserted[name.slice('c-'.length)]);
  if (!rules.has(name)) rules.set(name, minifyCss(rule));
  return name;
}

/**
 * CSS decides by the order of the rules (`join-rules.ts`), not by the order of names in the attribute. Throws if a
 * class cannot override a class that is named before it: both set a property, and their rules are in the other order.
 */
export function checkOrder(names: readonly string[]): void {
  const found = names
    .flatMap((name) => name.split(' '))
    .filter((name) => rules.has(name))
    .map((name) => ({ name, positions: getPositions(name) }));
  for (const [index, later] of found.entries()) {
    for (const earlier of found.slice(0, index)) {
      const lost = [...later.positions].filter(([property, position]) =>
        [...earlier.positions].some(
          ([other, otherPosition]) => position < otherPosition && isSame(property, other),
        ),
      );
      if (lost.length > 0) {
        const properties = lost.map(([property]) => property).join(', ');
        throw new Error(
          `${later.name} is named after ${earlier.name} but its rules come before, and both set ${properties}`,
        );
      }
    }
  }
}

/**
 * The properties that a class sets, with the position of the last rule for each. Rules for print and forced colours
 * are left out: they override all others.
 */
function getPositions(className: string): ReadonlyMap<string, number> {
  const rule = rules.get(className) ?? '';
  const position = [...rules.keys()].indexOf(className);
  const inMedia = [...rule.matchAll(mediaRule)].filter(([, query = '']) => !isLast(query));
  return new Map([
    ...listProperties(rule.replace(mediaRule, '')).map((name) => [name, position] as const),
    ...inMedia.flatMap(([text]) =>
      listProperties(text).map((name) => [name, rules.size + position] as const),
    ),
  ]);
}

function listProperties(css: string): readonly string[] {
  return [...css.matchAll(/[;{]([a-z-]+):/g)].map(([, name = '']) => name);
}

/** Whether two properties are the same, or one sets the other: `margin` also sets `margin-top`. */
function isSame(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}-`) || other.startsWith(`${one}-`);
}
