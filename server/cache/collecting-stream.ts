import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';

/**
 * Passes a page on to its client and keeps it. A slow client does not slow the render: others wait
 * for it, and a page fits the memory.
 */
export class CollectingStream extends Writable {
  readonly #chunks: Buffer[] = [];
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    super();
    this.#response = response;
  }

  /** What has been written, as one piece. */
  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    this.#chunks.push(chunk);
    if (!this.#response.destroyed) this.#response.write(chunk);
    done();
  }

  override _final(done: () => void) {
    if (!this.#response.destroyed) this.#response.end();
    done();
  }
}
