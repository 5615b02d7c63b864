/**
 * CSS for the parent of list items that appear one after the other: the first at once, each further item one
 * `--stagger-time` later (specification, section 9). `sibling-index()` would need only one rule, but not every browser
 * supports it, and the content security policy allows no style attribute with the index.
 *
 * @param count the maximum number of items in the list
 */
export function formatStagger(count: number): string {
  return Array.from({ length: count - 1 }, (_, index) => {
    const delay = `animation-delay:calc(var(--stagger-time)*${index + 1})`;
    return `>li:nth-child(${index + 2}){${delay}}`;
  }).join('');
}
