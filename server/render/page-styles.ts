import { rules } from '#client/styles/class-rules.ts';
import { joinRules } from '#client/styles/join-rules.ts';

const classAttribute = / class="[^"]*"/g;
/** Classes of the build and of Emotion. */
const className = /(?:\b_|\bc-)[0-9a-z]+\b/g;
/** A background in one colour, which only the content knows: `bg-8a7463`. */
const background = /\bbg-([0-9a-f]{6})\b/g;

/** The rules of the classes that a document uses, in the order of their definition. */
export function getPageCss(html: string): string {
  const attributes = [...new Set(html.match(classAttribute))].join('');
  const used = new Set(attributes.match(className));
  const colours = new Set([...attributes.matchAll(background)].map(([, colour]) => colour));
  return joinRules([
    ...[...rules].flatMap(([name, rule]) => (used.has(name) ? rule : [])),
    ...[...colours].map((colour) => `.bg-${colour}{background-color:#${colour}}`),
  ]);
}
