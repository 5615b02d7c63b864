import { createProgressBar } from '#server/newsletter/operator/progress-bar.ts';

/** Measurements that take turns, with a progress bar of this label. */
export function createTurns(label: string) {
  const turns: ((counts: boolean) => Promise<unknown>)[] = [];
  return {
    /** @returns one value for each round, filled by `take` */
    add<Value>(measure: () => Promise<Value>): readonly Value[] {
      const values: Value[] = [];
      turns.push(async (counts) => {
        const value = await measure();
        if (counts) values.push(value);
      });
      return values;
    },
    /**
     * Measures everything once in each round, in every second round backwards, so that a disturbance affects all.
     *
     * @param warmUps the first rounds, which do not count
     */
    async take(rounds: number, warmUps = 0): Promise<void> {
      const progress = createProgressBar(label);
      let done = 0;
      for (let round = 0; round < rounds + warmUps; round += 1) {
        for (const turn of round % 2 === 0 ? turns : turns.toReversed()) {
          await turn(round >= warmUps);
          done += 1;
          progress.update(done, (rounds + warmUps) * turns.length);
        }
      }
      progress.end();
    },
  };
}
