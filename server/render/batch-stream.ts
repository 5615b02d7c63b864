import { nextTick } from 'node:process';
import { Writable } from 'node:stream';

/** Receives a batch of the page; `isLast` where the page is complete with it. */
export type OnBatch = (bytes: Buffer, isLast: boolean) => void;

/**
 * The stream that React writes a page to. React writes pieces of 4 kB and calls `flush()` after each
 * batch: after the shell, and after each part that was suspended. This stream collects the pieces until
 * then; otherwise each would be a system call and a call of the compressor. A page in which nothing
 * suspends is one batch, known to be the last.
 */
export class BatchStream extends Writable {
  readonly #onBatch: OnBatch;
  #pieces: Buffer[] = [];
  #isScheduled = false;
  #isOver = false;

  constructor(onBatch: OnBatch) {
    super();
    this.#onBatch = onBatch;
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: () => void) {
    this.#pieces.push(piece);
    done();
  }

  override _final(done: () => void) {
    this.#handOver();
    done();
  }

  /** React ends a complete page right after its flush: one tick later it is clear whether it was the last. */
  flush() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    nextTick(() => this.#handOver());
  }

  #handOver() {
    this.#isScheduled = false;
    const isLast = this.writableEnded;
    if (this.#isOver || this.destroyed || (this.#pieces.length === 0 && !isLast)) return;
    this.#isOver = isLast;
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#onBatch(Buffer.concat(pieces), isLast);
  }
}
