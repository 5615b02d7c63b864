import { crc32, deflateRawSync } from 'node:zlib';
import type { PageStart } from './page-start.ts';

/** A gzip member's head: deflate, no name, no time, Unix (RFC 1952, section 2.3). */
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** Best size for the time on the part that differs: 0.1 ms for 15 kB; level 6 saves 0.7 %. */
const level = 4;

/**
 * A whole page as one gzip member: the blocks of its beginning, which are there already, then those
 * of the rest. The beginning is the rest's preset dictionary, that is, what stands before it in the
 * decoder's window as well, so the result is what any gzip decoder reads.
 */
export function gzipPage(start: PageStart, rest: Buffer): Buffer {
  const { blocks, window, checksum } = start.deflated;
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(rest, checksum), 0);
  end.writeUInt32LE(start.bytes.length + rest.length, 4);
  return Buffer.concat([head, blocks, deflateRawSync(rest, { level, dictionary: window }), end]);
}
