import { createProgressBar } from '../progress-bar.ts';

/** Measurements that take turns, with a progress bar of this label. */
export function createTurns(label: string) {
  const turns: (() => Promise<unknown>)[] = [];
  return {
    /** @returns one value for each round, filled by `take` */
    add<Value>(measure: () => Promise<Value>): readonly Value[] {
      const values: Value[] = [];
      turns.push(async () => values.push(await measure()));
      return values;
    },
    /** Measures everything once in each round, in every second round backwards, so that a disturbance affects all. */
    async take(rounds: number): Promise<void> {
      const progress = createProgressBar(label);
      let done = 0;
      for (let round = 0; round < rounds; round += 1) {
        for (const turn of round % 2 === 0 ? turns : turns.toReversed()) {
          await turn();
          done += 1;
          progress.update(done, rounds * turns.length);
        }
      }
      progress.end();
    },
  };
}
