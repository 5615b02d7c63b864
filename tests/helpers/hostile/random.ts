import { createRandom as createNumbers, pick as pickOne } from '#scripts/soak/random.ts';

/** Chance with a seed: the same requests on every machine. */
export interface Random {
  /** A whole number from 0 to `below - 1`. */
  below(below: number): number;
  chance(probability: number): boolean;
  pick<Choice>(choices: readonly [Choice, ...Choice[]]): Choice;
  /** Between `least` and `most` picks, joined. */
  string(choices: readonly [string, ...string[]], least: number, most: number): string;
  /** A word that no answer contains by itself. */
  marker(): string;
}

export function createRandom(seed: number): Random {
  const next = createNumbers(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <Choice>(choices: readonly [Choice, ...Choice[]]): Choice => pickOne(next, choices);
  return {
    below,
    pick,
    chance: (probability) => next() < probability,
    string: (choices, least, most) =>
      Array.from({ length: least + below(most - least + 1) }, () => pick(choices)).join(''),
    marker: () => `zq${below(2 ** 31).toString(36)}x${below(2 ** 31).toString(36)}`,
  };
}
