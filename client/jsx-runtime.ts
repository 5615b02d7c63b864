import * as runtime from 'react/jsx-runtime';

/*
 * The browser's JSX: `jsx(…)` is shorter than `(0, runtime.jsx)(…)`, which the build makes of a function of a CommonJS
 * package. It saves 2.7 kB (unpacked) on /events. The build takes it by its `jsxImportSource`.
 */
export const { Fragment, jsx, jsxs } = runtime;
