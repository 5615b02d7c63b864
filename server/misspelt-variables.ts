import { findNear } from '#shared/find-near.ts';
import { variables } from './config.ts';

/** An environment variable that the server does not read, and the name that is probably meant. */
interface Misspelt {
  readonly variable: string;
  readonly meant: string;
}

/**
 * Lists the variables with a name close to one of ours. A plural or two swapped letters count as one letter at most.
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
