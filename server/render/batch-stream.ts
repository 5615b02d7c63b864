import { nextTick } from 'node:process';
import { Writable } from 'node:stream';

/** Receives a batch of the page; `isLast` where the page is complete with it. */
export type OnBatch = (bytes: Buffer, isLast: boolean) => void;

/**
 * The stream that React writes a page to. It collects React's chunks until React calls `flush()`: after the shell, and
 * after each part that was suspended. A page in which nothing suspends is one batch, known to be the last.
 */
export class BatchStream extends Writable {
  readonly #onBatch: OnBatch;
  #chunks: Buffer[] = [];

  constructor(onBatch: OnBatch) {
    super({ emitClose: false }); // React would take it for a client that went away, and make an error with a stack.
    this.#onBatch = onBatch;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    this.#chunks.push(chunk);
    done();
  }

  override _final(done: () => void) {
    this.#deliver(true);
    done();
  }

  /** React ends a complete page right after its flush: one tick later it is clear whether it was the last. */
  flush() {
    nextTick(() => {
      if (this.#chunks.length > 0 && !this.writableEnded && !this.destroyed) this.#deliver(false);
    });
  }

  #deliver(isLast: boolean) {
    const bytes = Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#onBatch(bytes, isLast);
  }
}
