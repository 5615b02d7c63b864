import { addClass, checkOrder } from './class-rules.ts';

/**
 * Defines a class. Styles are written beside their component, at the top level of the module, so each exists once and
 * has the same name on the server, which writes the rules of a page into its head. A template that contains another
 * class gets the declarations of that class. The build replaces each template with the name of its class.
 */
export const css = addClass;

/** Joins class names, without false and undefined. A later class overrides an earlier one. */
export function cx(...names: readonly (string | false | undefined)[]): string {
  const classes = names.filter((name) => name !== undefined && name !== false);
  // biome-ignore lint/style/noProcessEnv: as in React, the build replaces it, and production has no check
  if (process.env['NODE_ENV'] !== 'production') checkOrder(classes);
  return classes.join(' ');
}
