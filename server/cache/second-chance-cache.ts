import type { CachedResponse } from './cached-response.ts';

/**
 * Responses by key, bounded in bytes. It evicts first what was not sent since the last check ("second chance"): a hit
 * costs one look-up and one write. A list in order of use would need two changes of the map, which take 6 µs instead
 * of 0.1 where one page is requested again and again.
 */
export class SecondChanceCache {
  readonly #responses = new Map<string, CachedResponse>();
  readonly #limit: number;
  readonly #onEvict: (response: CachedResponse) => void;
  #size = 0;

  /**
   * @param limit the maximum of all responses together, in bytes
   * @param onEvict is called with each response that leaves the cache
   */
  constructor(limit: number, onEvict: (response: CachedResponse) => void) {
    this.#limit = limit;
    this.#onEvict = onEvict;
  }

  get size(): number {
    return this.#size;
  }

  get count(): number {
    return this.#responses.size;
  }

  find(key: string): CachedResponse | undefined {
    const response = this.#responses.get(key);
    if (response) response.isRecentlyUsed = true;
    return response;
  }

  /** Stores a response and evicts others if need be. It does not store one that exceeds the limit. */
  set(key: string, response: CachedResponse): void {
    this.evict(key);
    if (response.size > this.#limit) return;
    while (this.#size + response.size > this.#limit) this.#evictOne();
    this.#responses.set(key, response);
    this.#size += response.size;
  }

  evict(key: string): void {
    const response = this.#responses.get(key);
    if (!response) return;
    this.#responses.delete(key);
    this.#size -= response.size;
    this.#onEvict(response);
  }

  #evictOne(): void {
    for (const [key, response] of this.#responses) {
      if (!response.isRecentlyUsed) {
        this.evict(key);
        return;
      }
      response.isRecentlyUsed = false;
      this.#responses.delete(key); // to the end of the queue
      this.#responses.set(key, response);
    }
  }
}
