import { checkOrder } from './css.ts';

/** Joins class names and leaves out what is false or undefined. A later class overrides an earlier one. */
export function cx(...names: readonly (string | false | undefined)[]): string {
  const classes = names.filter((name) => name !== undefined && name !== false);
  // biome-ignore lint/style/noProcessEnv: as in React, the build replaces it, and production has no check
  if (process.env['NODE_ENV'] !== 'production') checkOrder(classes);
  return classes.join(' ');
}
