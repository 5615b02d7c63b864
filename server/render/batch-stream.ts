import { nextTick } from 'node:process';
import { Writable } from 'node:stream';

/** Receives a batch of the page; `isLast` where the page is complete with it. */
export type OnBatch = (bytes: Buffer, isLast: boolean) => void;

/**
 * The stream that React writes a page to. React writes chunks of 4 kB and calls `flush()` after each
 * batch: after the shell, and after each part that was suspended. This stream collects the chunks until
 * then; otherwise each would be a system call and a call of the compressor. A page in which nothing
 * suspends is one batch, known to be the last.
 */
export class BatchStream extends Writable {
  readonly #onBatch: OnBatch;
  #chunks: Buffer[] = [];
  #isScheduled = false;
  #isOver = false;

  constructor(onBatch: OnBatch) {
    super();
    this.#onBatch = onBatch;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    this.#chunks.push(chunk);
    done();
  }

  override _final(done: () => void) {
    this.#flushBatch();
    done();
  }

  /** React ends a complete page right after its flush: one tick later it is clear whether it was the last. */
  flush() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    nextTick(() => this.#flushBatch());
  }

  #flushBatch() {
    this.#isScheduled = false;
    const isLast = this.writableEnded;
    if (this.#isOver || this.destroyed || (this.#chunks.length === 0 && !isLast)) return;
    this.#isOver = isLast;
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#onBatch(Buffer.concat(chunks), isLast);
  }
}
