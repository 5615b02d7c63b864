import { inflateSync } from 'node:zlib';

const headerLength = 44;
const entryLength = 20;

/**
 * WOFF 1.0 (w3.org/TR/WOFF) is an OpenType font whose tables are compressed one by one: this writes
 * the plain table directory (OpenType, "Organization of an OpenType Font") and inflates the tables.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF 1.0 file');
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + 16 * count);
  directory.writeUInt32BE(woff.readUInt32BE(4), 0); // the flavour: TrueType or CFF
  directory.writeUInt16BE(count, 4);
  const power = 2 ** Math.floor(Math.log2(count));
  directory.writeUInt16BE(power * 16, 6);
  directory.writeUInt16BE(Math.log2(power), 8);
  directory.writeUInt16BE((count - power) * 16, 10);

  const tables: Buffer[] = [];
  let offset = directory.length;
  for (let index = 0; index < count; index += 1) {
    const entry = headerLength + index * entryLength;
    const [start, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field));
    if (start === undefined || packed === undefined || length === undefined) continue;
    const bytes = woff.subarray(start, start + packed);
    const table = packed < length ? inflateSync(bytes) : bytes;
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
    table.copy(padded);
    tables.push(padded);

    const place = 12 + 16 * index;
    woff.copy(directory, place, entry, entry + 4); // the table's tag
    directory.writeUInt32BE(woff.readUInt32BE(entry + 16), place + 4); // its checksum
    directory.writeUInt32BE(offset, place + 8);
    directory.writeUInt32BE(length, place + 12);
    offset += padded.length;
  }
  return Buffer.concat([directory, ...tables]);
}
