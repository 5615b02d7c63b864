import { variables } from './config.ts';

/** A variable of the environment that the server does not read, and the one that is probably meant. */
interface Misspelt {
  readonly variable: string;
  readonly meant: string;
}

/**
 * The names that are at most two letters away from one of ours, or one letter where ours has four: HOME is not HOST.
 * A plural and two swapped letters count as one letter at most.
 */
export function listMisspelt(environment: Readonly<Record<string, unknown>>): readonly Misspelt[] {
  const known = Object.keys(variables.shape);
  return Object.keys(environment).flatMap((variable) => {
    if (known.includes(variable)) return [];
    const singular = variable.replace(/IES$/, 'Y');
    const meant = known.find((name) => countEdits(singular, name) <= (name.length > 4 ? 2 : 1));
    return meant === undefined ? [] : [{ variable, meant }];
  });
}

/** How many letters have to be added, removed, replaced or swapped (optimal string alignment). */
function countEdits(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(from.length, to.length);
}
