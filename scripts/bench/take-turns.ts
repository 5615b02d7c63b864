import { createProgressBar } from '../progress-bar.ts';

/**
 * Measures everything once in each round, every second round backwards: what disturbs a round disturbs all. Shows
 * how far it has come.
 */
export async function takeTurns(
  label: string,
  rounds: number,
  measurements: readonly (() => Promise<unknown>)[],
): Promise<void> {
  const progress = createProgressBar(label);
  let done = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const measure of round % 2 === 0 ? measurements : measurements.toReversed()) {
      await measure();
      done += 1;
      progress.update(done, rounds * measurements.length);
    }
  }
  progress.end();
}
