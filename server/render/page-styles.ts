import { rules } from '#client/styles/class-rules.ts';
import { globalCss } from '#client/styles/global-css.ts';
import { joinRules } from '#client/styles/join-rules.ts';
import { hashSource } from './hash-source.ts';

/** The text of a style element, and its source in the policy. */
export interface InlineStyle {
  readonly css: string;
  readonly source: string;
}

/** The global styles, the same on every page. */
export const globalStyle: InlineStyle = { css: globalCss, source: hashSource(globalCss) };

const known = new Map<string, InlineStyle>();

/**
 * Returns the rules of a page: those of the classes in its modules, which the build lists.
 *
 * @param file of the page, as in the manifest
 * @param classes undefined without a build; then the page gets all rules
 */
export function getPageStyle(file: string, classes: readonly string[] | undefined): InlineStyle {
  const ofPage = known.get(file) ?? createStyle(joinRules(listRules(classes)));
  if (classes) known.set(file, ofPage);
  return ofPage;
}

/** Lists rules in the order of their definition, so that the cascade is the same in every subset. */
function listRules(classes: readonly string[] | undefined): readonly string[] {
  if (!classes) return [...rules.values()];
  const used = new Set(classes);
  return [...rules].flatMap(([name, rule]) => (used.has(name) ? rule : []));
}

function createStyle(css: string): InlineStyle {
  return { css, source: hashSource(css) };
}
