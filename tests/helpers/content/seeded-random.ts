/** Random numbers from a seed (mulberry32): the same on every machine. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  /** A whole number from 0 to `limit - 1`. */
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return { below };
}
