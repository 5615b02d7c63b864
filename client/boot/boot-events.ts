/* Apart from the script itself, which the browser's modules need not carry a second time. */

/** Told on the window as soon as React answers the visitor. */
export const hydrationBegun = 'setu:hydration-begun';
