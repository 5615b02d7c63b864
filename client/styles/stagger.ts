/**
 * CSS for the parent of list items that come one after the other: the first at once, each following
 * one `--stagger-time` later (specification, section 9). `sibling-index()` would say it in one rule,
 * but not every browser has it, and the policy allows no style attribute that could carry the place.
 *
 * @param count how many items the list has at most
 */
export function formatStagger(count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const delay = `animation-delay: calc(var(--stagger-time) * ${index})`;
    return `> li:nth-of-type(${index + 1}) { ${delay}; }`;
  }).join('');
}
