const minute = 60_000; // milliseconds

/** Requests in a minute: a broken page sends five, and nobody opens one more often than this. */
const mostOfNetwork = 20;
/** Of all networks together: enough to see what is wrong, and never a log that fills a disk. */
const mostOverall = 120;

/**
 * Counts reports by the minute, in memory: they are of no use to anybody who has to be kept out. What
 * it holds is bounded by the overall limit, since a network is remembered only when it is let in.
 */
export class ReportLimits {
  readonly #networks = new Map<string, number>();
  #taken = 0;
  #endsAt = Number.NEGATIVE_INFINITY;

  /**
   * Takes one request of a network.
   *
   * @param time in milliseconds, of a clock that never goes back
   * @returns undefined, or the seconds after which it may be tried again
   */
  take(network: string, time: number): number | undefined {
    if (time >= this.#endsAt) {
      this.#networks.clear();
      this.#taken = 0;
      this.#endsAt = time + minute;
    }
    const ofNetwork = this.#networks.get(network) ?? 0;
    if (this.#taken >= mostOverall || ofNetwork >= mostOfNetwork) {
      return Math.ceil((this.#endsAt - time) / 1000);
    }
    this.#networks.set(network, ofNetwork + 1);
    this.#taken += 1;
    return undefined;
  }
}
