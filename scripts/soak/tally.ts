/** What has happened so far, by kind of client and outcome, and what should not have. */
export class Tally {
  readonly #counts = new Map<string, number>();
  readonly #failures = new Map<string, number>();
  #latencies: number[] = [];

  count(kind: string, outcome: string): void {
    const key = `${kind}: ${outcome}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  fail(what: string): void {
    this.#failures.set(what, (this.#failures.get(what) ?? 0) + 1);
  }

  /** How long a well-behaved client has waited for a whole answer, in milliseconds. */
  time(milliseconds: number): void {
    this.#latencies.push(milliseconds);
    if (this.#latencies.length > 200_000) this.#latencies = this.#latencies.slice(100_000);
  }

  /** One line for each kind and outcome. */
  format(): string {
    return [...this.#counts]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([key, count]) => `${String(count).padStart(9)}  ${key}`)
      .join('\n');
  }

  /** The time that this share of the well-behaved clients did not exceed; 0 without any. */
  findLatency(share: number): number {
    const sorted = this.#latencies.toSorted((one, other) => one - other);
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  }

  /** Up to twenty different failures, each with how often. */
  listFailures(): readonly string[] {
    return [...this.#failures].slice(0, 20).map(([what, count]) => `${what} (${count} times)`);
  }
}
