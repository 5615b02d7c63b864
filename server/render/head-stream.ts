import { Transform, type TransformCallback } from 'node:stream';

const headEnd = Buffer.from('</head>');

/**
 * Puts a text in front of `</head>` on its way from React to the response, and passes everything
 * else on untouched. React calls `flush()` after each batch when its destination has one; without it
 * `compression` would hold the shell back until the end of the page.
 */
export class HeadStream extends Transform {
  readonly #insertion: string;
  readonly #flushDestination: () => void;
  #held: Buffer | undefined = Buffer.alloc(0);

  constructor(insertion: string, flushDestination: () => void) {
    super();
    this.#insertion = insertion;
    this.#flushDestination = flushDestination;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
    if (this.#held === undefined) return done(null, chunk);
    const seen = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk;
    const place = seen.indexOf(headEnd);
    if (place < 0) {
      // The end of the head may be cut between two chunks: keep what could be its beginning.
      const safe = Math.max(0, seen.length - headEnd.length + 1);
      this.#held = seen.subarray(safe);
      return done(null, seen.subarray(0, safe));
    }
    this.#held = undefined;
    this.push(seen.subarray(0, place));
    this.push(this.#insertion);
    done(null, seen.subarray(place));
  }

  override _flush(done: TransformCallback) {
    if (this.#held && this.#held.length > 0) this.push(this.#held);
    done();
  }

  flush() {
    this.#flushDestination();
  }
}
