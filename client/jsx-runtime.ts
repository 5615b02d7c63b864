import * as runtime from 'react/jsx-runtime';

/*
 * React's functions for JSX as our own constants; the build imports them from here (`scripts/build/browser.ts`). React
 * is CommonJS, so a bundle would call each as `(0, runtime.jsx)(…)`: 2 kB more on every page.
 */
export const { Fragment, jsx, jsxs } = runtime;
