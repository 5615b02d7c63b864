import createEmotion from '@emotion/css/create-instance';
import { minifyCss } from './minify-css.ts';

/*
 * Styles are written with Emotion beside the component that wears them. They exist once, at the top
 * level of a module, so a class has one name everywhere: the server writes the rules of a page into its
 * head, and the build replaces each template by its name and this module by the rules
 * (`scripts/build/static-styles.ts`). Neither the browser nor the built server has Emotion.
 */

/** No vendor prefixes (`stylisPlugins: []`): the few that are needed are written by hand. */
const emotion = createEmotion({ key: 'c', stylisPlugins: [], speedy: true });

const written = new Map<string, string>();

/** The rule of each class, in the order of their definition. */
export const rules: ReadonlyMap<string, string> = written;

/** Emotion's names of the classes: `c-` and a hash of up to seven characters. */
const emotionNames = new Map<string, string>();

/**
 * Defines a class. A template may contain another class, whose declarations it then begins with.
 *
 * @returns the name of the class, which is in every page several times: the end of Emotion's is enough.
 *   Throws where two classes would have the same name: one in 4,000 new ones.
 */
export function css(template: TemplateStringsArray, ...values: (string | number)[]): string {
  const known = values.map((value) => emotionNames.get(String(value)) ?? value);
  const emotionName = emotion.css(template, ...known);
  const hash = emotionName.slice('c-'.length);
  const name = `_${hash.slice(-4)}`;
  if ((emotionNames.get(name) ?? emotionName) !== emotionName)
    throw new Error(`Two classes are ${name}: change a value in one`);
  if (!written.has(name)) {
    emotionNames.set(name, emotionName);
    const rule = String(emotion.cache.inserted[hash]);
    written.set(name, minifyCss(rule.replaceAll(emotionName, name)));
  }
  return name;
}

/**
 * CSS decides by the order of the rules, not by the order of the names in the attribute. Throws where
 * a class stands behind one that is defined later and sets the same property: it would not override it.
 */
export function checkOrder(names: readonly string[]): void {
  const order = [...rules.keys()];
  const found = names
    .flatMap((name) => name.split(' '))
    .filter((name) => rules.has(name))
    .map((name) => ({ name, place: order.indexOf(name), properties: listProperties(name) }));
  for (const [index, later] of found.entries()) {
    for (const earlier of found.slice(0, index)) {
      const shared = [...later.properties].filter((name) => earlier.properties.has(name));
      if (later.place < earlier.place && shared.length > 0) {
        const which = shared.join(', ');
        throw new Error(
          `${later.name} is named after ${earlier.name} but defined before it, and both set ${which}`,
        );
      }
    }
  }
}

/** The first words of the properties that a class sets: `margin-top` may override a `margin`. */
function listProperties(className: string): Set<string> {
  const rules = emotion.cache.registered[emotionNames.get(className) ?? ''] ?? '';
  const names = rules.split(/[;{}]/).flatMap((part) => {
    const [name = '', value] = part.split(':');
    return value === undefined ? [] : name.trim();
  });
  return new Set(
    names
      .filter((name) => /^[a-z-]+$/.test(name))
      .map((name) => (name.startsWith('--') ? name : (name.split('-')[0] ?? name))),
  );
}
