/** A media query and the rules in it, as Emotion writes them. */
export const mediaRule = /(@media[^{]*)\{((?:[^{}]*\{[^{}]*\})+)\}/g;

/** Whether the rules in this query stand behind those in all others: for paper, or in the system's colours. */
export function isLast(query: string): boolean {
  return query === '@media print' || query.startsWith('@media(forced');
}

/**
 * Joins the rules of classes. Each media query stands once, behind what is outside of one: half of the
 * classes have rules for wide windows, or for paper.
 */
export function joinRules(rules: readonly string[]): string {
  const byQuery = new Map<string, string>();
  const outside = rules.map((rule) =>
    rule.replace(mediaRule, (_all, query: string, text: string) => {
      byQuery.set(query, (byQuery.get(query) ?? '') + text);
      return '';
    }),
  );
  const queries = [...byQuery].sort(
    ([one], [other]) => Number(isLast(one)) - Number(isLast(other)),
  );
  return [...outside, ...queries.map(([query, text]) => `${query}{${text}}`)].join('');
}
