/** What the browser may skip while it is below the window (`global-css.ts`), until it is laid out (`lay-out-sections.ts`). */
export const belowWindow = '[data-reveal],footer';
