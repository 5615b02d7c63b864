/** A media query and the rules in it, as Emotion writes them: `@media print{.c-1{color:red}}`. */
export const mediaRule = /(@media[^{]*)\{((?:[^{}]*\{[^{}]*\})+)\}/g;

/** Whether the rules in this query come after all others: those for print and for forced colours do. */
export function isLast(query: string): boolean {
  return query === '@media print' || query.startsWith('@media(forced');
}

/**
 * The order of queries: a range with two limits (`middle`) overrides a wider range that includes it, and the queries of
 * `isLast` override all others.
 */
function rank(query: string): number {
  if (isLast(query)) return 2;
  // `@media (min-width:40.001em) and (max-width:56.249em)`
  return /\(min-width:[\d.]+em\) and \(max-width/.test(query) ? 1 : 0;
}

/**
 * Joins the rules of classes. Each media query occurs only once, after the rules outside of queries, because half of
 * the classes have rules for wide windows or for print.
 */
export function joinRules(rules: readonly string[]): string {
  const byQuery = new Map<string, string>();
  const outside = rules.map((rule) =>
    rule.replace(mediaRule, (_all, query: string, text: string) => {
      byQuery.set(query, (byQuery.get(query) ?? '') + text);
      return '';
    }),
  );
  const queries = [...byQuery].sort(([one], [other]) => rank(one) - rank(other));
  return [...outside, ...queries.map(([query, text]) => `${query}{${text}}`)].join('');
}
