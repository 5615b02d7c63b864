export interface SubnetLimitOptions {
  /** How long requests are counted before the count begins anew, in milliseconds. */
  readonly window: number;
  /** Most requests of one client subnet in a window. */
  readonly maxPerSubnet: number;
  /** Most requests of all client subnets in a window. */
  readonly maxOverall: number;
}

/**
 * Counts requests of each client subnet (`getClientSubnet`) in fixed windows, in memory: of no use to
 * anybody who has to be kept out for long. Its memory is bounded by `maxOverall`, because a subnet is
 * stored only when its request is accepted.
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
   * @returns undefined where it is accepted, else the seconds after which to try again
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
