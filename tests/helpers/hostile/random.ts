/** Chance with a seed: the same requests on every machine. */
export interface Random {
  /** A whole number from 0 to `below - 1`. */
  below(below: number): number;
  chance(probability: number): boolean;
  pick<Choice>(choices: readonly [Choice, ...Choice[]]): Choice;
  /** Between `least` and `most` picks, joined. */
  string(choices: readonly [string, ...string[]], least: number, max: number): string;
  /** A word that no answer contains by itself. */
  marker(): string;
}

export function createRandom(seed: number): Random {
  // mulberry32: numbers from 0 to below 1, the same for the same seed.
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <Choice>(choices: readonly [Choice, ...Choice[]]): Choice =>
    choices[below(choices.length)] ?? choices[0];
  return {
    below,
    pick,
    chance: (probability) => next() < probability,
    string: (choices, least, most) =>
      Array.from({ length: least + below(most - least + 1) }, () => pick(choices)).join(''),
    marker: () => `zq${below(2 ** 31).toString(36)}x${below(2 ** 31).toString(36)}`,
  };
}
