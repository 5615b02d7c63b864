import type { CachedResponse } from './cached-response.ts';

/**
 * ResponseCache by address, bounded in bytes. What has not been sent since it was last looked at goes
 * first ("second chance"): a hit then costs one look-up and one write, where a list in order of use
 * would cost two changes of the map.
 */
export class SecondChanceCache {
  readonly #answers = new Map<string, CachedResponse>();
  readonly #limit: number;
  readonly #onDrop: (answer: CachedResponse) => void;
  #size = 0;

  /**
   * @param limit the most that all answers together may take, in bytes
   * @param onDrop is told of each answer that is kept no longer
   */
  constructor(limit: number, onDrop: (answer: CachedResponse) => void = () => {}) {
    this.#limit = limit;
    this.#onDrop = onDrop;
  }

  get size(): number {
    return this.#size;
  }

  get count(): number {
    return this.#answers.size;
  }

  find(key: string): CachedResponse | undefined {
    const answer = this.#answers.get(key);
    if (answer) answer.isWanted = true;
    return answer;
  }

  /** Keeps an answer, in place of others if need be. One that is larger than the cache is not kept. */
  keep(key: string, answer: CachedResponse): void {
    this.drop(key);
    if (answer.size > this.#limit) return;
    while (this.#size + answer.size > this.#limit) this.#dropOne();
    this.#answers.set(key, answer);
    this.#size += answer.size;
  }

  drop(key: string): void {
    const answer = this.#answers.get(key);
    if (!answer) return;
    this.#answers.delete(key);
    this.#size -= answer.size;
    this.#onDrop(answer);
  }

  #dropOne(): void {
    for (const [key, answer] of this.#answers) {
      if (!answer.isWanted) {
        this.drop(key);
        return;
      }
      answer.isWanted = false;
      this.#answers.delete(key); // to the end of the queue
      this.#answers.set(key, answer);
    }
  }
}
