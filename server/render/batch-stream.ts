import { nextTick } from 'node:process';
import { Writable } from 'node:stream';

/** Takes what React has made ready; `isLast` says that the page is complete with it. */
export type TakeBatch = (bytes: Buffer, isLast: boolean) => void;

/**
 * Where React writes a page. React writes four kilobytes at a time and calls `flush()` after each
 * batch, that is once for the shell and once whenever something that was suspended has come. Pieces
 * are gathered until then: each would be a system call or a trip to the compressor of its own. A page
 * in which nothing suspends is one batch and known to be the last.
 */
export class BatchStream extends Writable {
  readonly #take: TakeBatch;
  #pieces: Buffer[] = [];
  #isScheduled = false;
  #isOver = false;

  constructor(take: TakeBatch) {
    super();
    this.#take = take;
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: () => void) {
    this.#pieces.push(piece);
    done();
  }

  override _final(done: () => void) {
    this.#pass();
    done();
  }

  /** React ends a complete page right after its flush: a tick later it is known which flush it was. */
  flush() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    nextTick(() => this.#pass());
  }

  #pass() {
    this.#isScheduled = false;
    const isLast = this.writableEnded;
    if (this.#isOver || this.destroyed || (this.#pieces.length === 0 && !isLast)) return;
    this.#isOver = isLast;
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#take(Buffer.concat(pieces), isLast);
  }
}
