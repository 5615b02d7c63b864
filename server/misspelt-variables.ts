import { findNear } from '#shared/find-near.ts';
import { variables } from './config.ts';

/** A variable of the environment that the server does not read, and the one that is probably meant. */
interface Misspelt {
  readonly variable: string;
  readonly meant: string;
}

/**
 * The names that are near one of ours. A plural and two swapped letters count as one letter at most.
 */
export function listMisspelt(environment: Readonly<Record<string, unknown>>): readonly Misspelt[] {
  const known = Object.keys(variables.shape);
  return Object.keys(environment).flatMap((variable) => {
    if (known.includes(variable)) return [];
    const singular = variable.replace(/IES$/, 'Y');
    const meant = findNear(singular, known);
    return meant === undefined ? [] : [{ variable, meant }];
  });
}
