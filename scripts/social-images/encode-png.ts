import { crc32, deflateSync } from 'node:zlib';

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel; alpha is not read. */
  readonly bytes: Uint8Array;
}

type Colour = readonly [red: number, green: number, blue: number];

interface Weighted {
  readonly colour: Colour;
  /** How many pixels have it. */
  readonly weight: number;
}

const paletteSize = 256;

/**
 * A PNG with a palette (W3C PNG, colour type 3): half the bytes of one in true colour, and for flat
 * dyes, one gradient and smoothed edges no eye sees the difference. The same pixels give the same
 * bytes: no dithering, no chance.
 */
export function encodePng({ width, height, bytes }: Pixels): Buffer {
  const counts = new Map<number, number>();
  for (let at = 0; at < bytes.length; at += 4) {
    const key = keyAt(bytes, at);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const used = [...counts].map(([key, weight]) => ({ colour: splitKey(key), weight }));
  const palette = choosePalette(used);
  const indexes = new Map(
    [...counts.keys()].map((key) => [key, findNearest(splitKey(key), palette)]),
  );

  const rows = Buffer.alloc(height * (width + 1)); // Each row begins with its filter: 0, none.
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows[y * (width + 1) + 1 + x] = indexes.get(keyAt(bytes, (y * width + x) * 4)) ?? 0;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8); // 8 bits, palette, deflate, filters, not interlaced
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Median cut: the box that is widest, weighed by its pixels, is halved until there are enough. */
function choosePalette(used: readonly Weighted[]): Colour[] {
  const boxes = [measureBox(used)];
  while (boxes.length < paletteSize) {
    const box = boxes.reduce((worst, each) => (each.error > worst.error ? each : worst));
    if (box.colours.length < 2) break;
    const sorted = box.colours.toSorted((a, b) => a.colour[box.channel] - b.colour[box.channel]);
    const half = sorted.reduce((sum, { weight }) => sum + Math.sqrt(weight), 0) / 2;
    let sum = 0;
    const middle = sorted.findIndex(({ weight }) => {
      sum += Math.sqrt(weight);
      return sum >= half;
    });
    const cut = Math.min(Math.max(middle, 1), sorted.length - 1);
    boxes.splice(
      boxes.indexOf(box),
      1,
      measureBox(sorted.slice(0, cut)),
      measureBox(sorted.slice(cut)),
    );
  }
  return boxes.map(({ mean }) => mean);
}

interface Box {
  readonly colours: readonly Weighted[];
  readonly channel: 0 | 1 | 2;
  readonly error: number;
  readonly mean: Colour;
}

/** The channel that spreads most. The most frequent colour of a box stands for it: grounds stay pure. */
function measureBox(colours: readonly Weighted[]): Box {
  const channels = [0, 1, 2] as const;
  const spreads = channels.map((channel) => {
    const values = colours.map(({ colour }) => colour[channel]);
    return (
      values.reduce((a, b) => Math.max(a, b), 0) - values.reduce((a, b) => Math.min(a, b), 255)
    );
  });
  const spread = Math.max(...spreads);
  const channel = channels.find((each) => spreads[each] === spread) ?? 0;
  const weight = colours.reduce((sum, each) => sum + each.weight, 0);
  const main = colours.reduce((most, each) => (each.weight > most.weight ? each : most));
  return { colours, channel, error: spread * Math.sqrt(Math.sqrt(weight)), mean: main.colour };
}

function findNearest([red, green, blue]: Colour, palette: readonly Colour[]): number {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, [r, g, b]] of palette.entries()) {
    const distance = (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2;
    if (distance >= least) continue;
    least = distance;
    nearest = index;
  }
  return nearest;
}

function keyAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
}

function splitKey(key: number): Colour {
  return [key >> 16, (key >> 8) & 0xff, key & 0xff];
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
