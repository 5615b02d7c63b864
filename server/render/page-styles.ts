import { rules } from '#client/styles/class-rules.ts';
import { joinRules } from '#client/styles/join-rules.ts';
import { hashSource } from './document-head.ts';

const classAttribute = / class="[^"]*"/g;
/** Classes of the build and of Emotion. */
const className = /(?:\b_|\bc-)[0-9a-z]+\b/g;
/** A background in one colour, which only the content knows: `bg-8a7463`. */
const background = /\bbg-([0-9a-f]{6})\b/g;

/** The pages have far fewer sets of classes. */
const maxKnown = 200;

/**
 * By the class attributes of a document: nearly all renders of a page have the same ones. Without it a render of the
 * home page takes a fifth longer.
 */
const known = new Map<string, ReturnType<typeof collectRules>>();

/** Finds the rules of the classes that a document uses, in the order of their definition. */
export function getPageStyles(html: string) {
  const attributes = [...new Set(html.match(classAttribute))].join('');
  const found = known.get(attributes);
  if (found) return found;
  const styles = collectRules(attributes);
  if (known.size >= maxKnown) known.clear();
  known.set(attributes, styles);
  return styles;
}

function collectRules(attributes: string) {
  const used = new Set(attributes.match(className));
  const colours = new Set([...attributes.matchAll(background)].map(([, colour]) => colour));
  const css = joinRules([
    ...[...rules].flatMap(([name, rule]) => (used.has(name) ? rule : [])),
    ...[...colours].map((colour) => `.bg-${colour}{background-color:#${colour}}`),
  ]);
  return { css, source: hashSource(css) };
}
