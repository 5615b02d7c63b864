export interface SubnetLimitOptions {
  /** Length of a window, in milliseconds. After it the count starts again. */
  readonly window: number;
  readonly maxPerSubnet: number;
  readonly maxOverall: number;
}

/**
 * Counts the requests of each client subnet (`getClientSubnet`) in fixed windows, in memory. `maxOverall`
 * bounds the memory: it stores a subnet only when it accepts its request.
 */
export class SubnetLimit {
  readonly #options: SubnetLimitOptions;
  readonly #counts = new Map<string, number>();
  #total = 0;
  #endsAt = Number.NEGATIVE_INFINITY;

  constructor(options: SubnetLimitOptions) {
    this.#options = options;
  }

  /**
   * Counts one request of a subnet.
   *
   * @param time in milliseconds, of a clock that never goes back
   * @returns undefined where it is accepted, otherwise the seconds after which to try again
   */
  take(subnet: string, time: number): number | undefined {
    const { window, maxPerSubnet, maxOverall } = this.#options;
    if (time >= this.#endsAt) {
      this.#counts.clear();
      this.#total = 0;
      this.#endsAt = time + window;
    }
    const count = this.#counts.get(subnet) ?? 0;
    if (this.#total >= maxOverall || count >= maxPerSubnet) {
      return Math.ceil((this.#endsAt - time) / 1000);
    }
    this.#counts.set(subnet, count + 1);
    this.#total += 1;
    return undefined;
  }
}
