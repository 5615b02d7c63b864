/* Apart from the script itself, which the browser's modules need not carry a second time. */

/** Told on the window when React begins to listen: from now on it hears what the visitor does. */
export const hydrationBegun = 'setu:begun';

/** Told on the window when the page answers: what was done too early is done again. */
export const hydrationEnded = 'setu:ready';
