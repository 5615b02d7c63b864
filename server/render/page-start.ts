import { constants, crc32, deflateRawSync } from 'node:zlib';

/** As far back as deflate can refer (RFC 1951, section 2). */
const deflateWindow = 32_768;

interface Deflated {
  /** Blocks that end on a byte, so that others can follow. */
  readonly blocks: Buffer;
  /** What the blocks that follow may refer to. */
  readonly window: Buffer;
  /** CRC-32 of the bytes. */
  readonly checksum: number;
}

/**
 * The beginning of a page, up to the state in its head: two thirds of it, and the same bytes for each
 * request of the same page. It is made into bytes once and compressed once, as well as deflate can;
 * the rest of the page is compressed behind it and still refers to it (`gzip-page.ts`).
 */
export class PageStart {
  readonly bytes: Buffer;
  #deflated: Deflated | undefined;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get deflated(): Deflated {
    this.#deflated ??= {
      blocks: deflateRawSync(this.bytes, {
        level: constants.Z_BEST_COMPRESSION,
        finishFlush: constants.Z_SYNC_FLUSH,
      }),
      window: this.bytes.subarray(-deflateWindow),
      checksum: crc32(this.bytes),
    };
    return this.#deflated;
  }
}
