import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';

/** A response behind the package `compression`, which adds `flush`. */
type CompressedResponse = Pick<ServerResponse, 'write' | 'end' | 'once' | 'off' | 'destroyed'> & {
  readonly flush?: () => void;
};

/**
 * The stream that React writes the root of a page with a deferred part to. It passes everything on to the response, and then writes the end of the
 * document. React calls `flush` after the shell and after each deferred part; without it the compression would hold
 * them until the last one.
 */
export class PageBody extends Writable {
  readonly #response: CompressedResponse;
  readonly #renderEnd: () => string;

  constructor(response: CompressedResponse, renderEnd: () => string) {
    super();
    this.#response = response;
    this.#renderEnd = renderEnd;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    if (this.#response.write(chunk)) done();
    else this.#response.once('drain', done);
  }

  override _final(done: () => void) {
    this.#response.end(this.#renderEnd());
    done();
  }

  flush() {
    this.#response.flush?.();
  }
}
