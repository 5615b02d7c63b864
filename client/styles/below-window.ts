/**
 * What the browser need not lay out while it is below the window (`global-css.ts`), until `lay-out-sections.ts` does.
 */
export const belowWindow = '[data-reveal],footer';
