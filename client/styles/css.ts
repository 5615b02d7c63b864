import createEmotion from '@emotion/css/create-instance';

/*
 * Styles are written with Emotion beside the component that wears them. They exist once, at the top
 * level of a module, so a class has one name everywhere: the server writes the rules of a page into its
 * head, and the build replaces each template by its name and this module by the rules
 * (`scripts/build/static-styles.ts`). Neither the browser nor the built server has Emotion.
 */

/** No vendor prefixes (`stylisPlugins: []`): the few that are needed are written by hand. */
const emotion = createEmotion({ key: 'c', stylisPlugins: [], speedy: true });

const written = new Map<string, string>();

/** The rule of each class, in the order of their definition. (Not in that of Emotion's object: a key that is all digits comes first in it.) */
export const rules: ReadonlyMap<string, string> = written;

/**
 * Defines a class. A template may contain another class, whose declarations it then begins with.
 *
 * @returns the name of the class
 */
export function css(template: TemplateStringsArray, ...values: (string | number)[]): string {
  const name = emotion.css(template, ...values);
  if (!written.has(name))
    written.set(name, String(emotion.cache.inserted[name.slice('c-'.length)]));
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
  const rules = emotion.cache.registered[className] ?? '';
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
