import createEmotion from '@emotion/css/create-instance';

/*
 * Styles are written with Emotion beside the component that wears them. They exist once, at the top
 * level of a module, so a class has one name everywhere: the server writes the rules of a page into its
 * head, and the build replaces each template by its name (`scripts/build/static-styles.ts`). The browser
 * gets neither Emotion nor the templates.
 */

/** No vendor prefixes (`stylisPlugins: []`): the few that are needed are written by hand. */
const emotion = createEmotion({ key: 'c', stylisPlugins: [], speedy: true });

interface Definition {
  /** Emotion's name of the class: `c-` and a hash of up to seven characters. */
  readonly emotionName: string;
  readonly place: number;
  /** Made when a page needs it first. */
  rule?: string;
}

/** The classes by name, in the order of their definition. */
const definitions = new Map<string, Definition>();

/**
 * Defines a class. A template may contain another class, whose declarations it then begins with.
 *
 * @returns the name of the class: four characters, because it is in every page several times. Throws where
 *   two classes would have the same name: one in 3,000 new ones.
 */
export function css(template: TemplateStringsArray, ...values: (string | number)[]): string {
  const known = values.map((value) => definitions.get(String(value))?.emotionName ?? value);
  const emotionName = emotion.css(template, ...known);
  const hash = Number.parseInt(emotionName.slice('c-'.length), 36);
  const letter = String.fromCharCode(97 + (hash % 26));
  const name =
    letter +
    Math.floor(hash / 26)
      .toString(36)
      .padStart(3, '0')
      .slice(-3);
  const { emotionName: other = emotionName } = definitions.get(name) ?? {};
  if (other !== emotionName) throw new Error(`Two classes are ${name}: change a value in one`);
  if (!definitions.has(name)) definitions.set(name, { emotionName, place: definitions.size });
  return name;
}

/**
 * CSS decides by the order of the rules, not by the order of the names in the attribute. Throws where
 * a class stands behind one that is defined later and sets the same property: it would not override it.
 */
export function checkOrder(names: readonly string[]): void {
  const found = names
    .flatMap((name) => name.split(' '))
    .flatMap((name) => {
      const { emotionName, place } = definitions.get(name) ?? {};
      return place === undefined || emotionName === undefined
        ? []
        : { name, place, properties: listProperties(emotionName) };
    });
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
function listProperties(emotionName: string): Set<string> {
  const rules = emotion.cache.registered[emotionName] ?? '';
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

/** Among them words of the text, which name no class. */
const className = /(?<=[" ])[a-z][0-9a-z]{3}(?=[" ])/g;
/** A background in one colour, which only the content knows: `bg-8a7463`. */
const background = /\bbg-([0-9a-f]{6})\b/g;

/** The rules of the classes that a document uses, or of all, in the order of their definition. */
export function collectRules(html?: string): string {
  // Not in the order of Emotion's object: a key that is all digits comes first in it.
  const all = [...definitions];
  if (html === undefined) return all.map(getRule).join('');
  const used = new Set(html.match(className));
  const colours = new Set([...html.matchAll(background)].map(([, colour]) => colour));
  return [
    ...all.filter(([name]) => used.has(name)).map(getRule),
    ...[...colours].map((colour) => `.bg-${colour}{background-color:#${colour}}`),
  ].join('');
}

function getRule([name, definition]: readonly [string, Definition]): string {
  const { emotionName } = definition;
  const rule = () => String(emotion.cache.inserted[emotionName.slice('c-'.length)]);
  definition.rule ??= minifyCss(rule().replaceAll(emotionName, name));
  return definition.rule;
}

/** Removes what CSS can do without: the last semicolon, the space behind a comma, the zero of `0.5`. */
export function minifyCss(text: string): string {
  return text.replace(/;(?=\})|(?<=[,:]) |(?<=[ ,(:-])0(?=\.\d)|(?<=@media) (?=\()/g, '');
}
