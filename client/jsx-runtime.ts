import * as runtime from 'react/jsx-runtime';

/*
 * What the compiler makes of JSX calls these constants in the browser: `jsx(…)` is shorter than the `(0, runtime.jsx)(…)`
 * that it takes to call a function of a CommonJS module.
 */
export const { Fragment, jsx, jsxs } = runtime;
