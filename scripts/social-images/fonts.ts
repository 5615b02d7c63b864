import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';

/*
 * The site's two typefaces for resvg. It reads neither WOFF2 nor the weight axis of a variable font,
 * so these are the same families in fixed weights, from the packages the site's own files were made of.
 */

const faces = [
  ...fontFiles('eczar', 'eczar', [600, 700, 800]),
  ...fontFiles('anek-latin', 'anek-latin', [500, 600]),
];

function fontFiles(folder: string, name: string, weights: readonly number[]): readonly string[] {
  return weights.flatMap((weight) =>
    ['latin', 'latin-ext'].map(
      (subset) => `@fontsource/${folder}/files/${name}-${subset}-${weight}-normal.woff`,
    ),
  );
}

/** Unpacks the fonts into a folder. Returns their paths. */
export async function unpackFonts(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  return Promise.all(
    faces.map(async (specifier, index) => {
      const woff = await readFile(fileURLToPath(import.meta.resolve(specifier)));
      const path = join(folder, `${index}.ttf`);
      await writeFile(path, unpackWoff(woff));
      return path;
    }),
  );
}

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
