import { addClass, checkOrder } from './class-rules.ts';

/**
 * Defines a class. Styles are written beside their component and exist once, at the top level of a module, so a class
 * has one name everywhere: the server writes the rules of a page into its head. A template may contain another class:
 * then it has the declarations of that class. The build replaces each template by the name of its class.
 */
export const css = addClass;

/** Joins class names and leaves out what is false or undefined. A later class overrides an earlier one. */
export function cx(...names: readonly (string | false | undefined)[]): string {
  const classes = names.filter((name) => name !== undefined && name !== false);
  // biome-ignore lint/style/noProcessEnv: as in React, the build replaces it, and production has no check
  if (process.env['NODE_ENV'] !== 'production') checkOrder(classes);
  return classes.join(' ');
}
