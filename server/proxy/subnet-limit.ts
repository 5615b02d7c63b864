interface SubnetLimitOptions {
  /** Length of a window, in milliseconds. After it the count starts again. */
  readonly window: number;
  readonly maxPerSubnet: number;
  readonly maxOverall: number;
}

/**
 * Counts the requests of each client subnet (`getClientSubnet`) in fixed windows, in memory. `maxOverall`
 * bounds the memory: it stores a subnet only when it accepts its request.
 */
export function createSubnetLimit({ window, maxPerSubnet, maxOverall }: SubnetLimitOptions) {
  const counts = new Map<string, number>();
  let total = 0;
  let endsAt = Number.NEGATIVE_INFINITY;

  /**
   * Counts one request of a subnet.
   *
   * @param time in milliseconds, of a clock that never goes back
   * @returns undefined where it is accepted, otherwise the seconds after which to try again
   */
  return function take(subnet: string, time: number): number | undefined {
    if (time >= endsAt) {
      counts.clear();
      total = 0;
      endsAt = time + window;
    }
    const count = counts.get(subnet) ?? 0;
    if (total >= maxOverall || count >= maxPerSubnet) return Math.ceil((endsAt - time) / 1000);
    counts.set(subnet, count + 1);
    total += 1;
    return undefined;
  };
}
