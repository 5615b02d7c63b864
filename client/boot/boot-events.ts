/* A file of its own, so that the browser's modules do not import the inline script. */

/** Event on the window: React now listens. The inline script stops recording input. */
export const hydrationBegun = 'setu:begun';

/** Event on the window: the page is hydrated. The inline script replays the recorded input. */
export const hydrationEnded = 'setu:ready';
