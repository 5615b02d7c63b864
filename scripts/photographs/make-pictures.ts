import sharp, { type Sharp } from 'sharp';
import { colours } from '#shared/design/palette.ts';
import {
  formats,
  getHeight,
  getMinWidth,
  listWidths,
  type PhotographFormat,
  type ShapeName,
  shapes,
} from '#shared/design/photographs.ts';
import { inputOptions } from './inspect.ts';

/** Maximum bytes of one picture. A phone selects widths of up to 1200 pixels: 400 CSS pixels at 3. */
const maxBytes = (width: number) => (width <= 1200 ? 45_000 : 90_000);

/**
 * From 1 to 100. A picture with much detail gets a lower quality, so that it stays below `maxBytes`: `halving` steps
 * lower it has half the bytes.
 */
const qualities = {
  webp: { type: 'webp', start: 78, halving: 20, options: {} },
  jpg: { type: 'jpeg', start: 78, halving: 20, options: { mozjpeg: true } },
} as const;
const minQuality = 5;

/** The part that cropping keeps: the one that attracts attention, mainly skin. */
const position = sharp.strategy.attention;

/** Behind the transparent parts of a PNG. */
const background = colours.light.card;

/** Everything that the pictures of a file depend on. */
export function getSettings(shape: ShapeName) {
  const widths = formats.map((format) => listWidths(shape, format));
  const sizes = [shapes[shape], widths, [1200, 1600].map(maxBytes)];
  return { sizes, qualities, minQuality, position, background };
}

export type Pictures = Awaited<ReturnType<typeof makePictures>>;

/**
 * Turns a photograph upright, crops it to the shape, converts its colours to sRGB, and encodes it in each
 * width and format. sharp writes no metadata unless told to: no place, time, camera or thumbnail.
 */
export async function makePictures(bytes: Buffer, shape: ShapeName) {
  const largest = getMinWidth(shape);
  const { data, info } = await sharp(bytes, inputOptions)
    .autoOrient()
    .flatten({ background })
    .resize(largest, getHeight(shape, largest), { position })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const upright = sharp(data, { raw: info });
  const files = formats.flatMap((format) =>
    listWidths(shape, format).map(async (width) => {
      const picture = upright.clone().resize(width, getHeight(shape, width));
      return { width, format, bytes: await encode(picture, format, maxBytes(width)) };
    }),
  );
  return Promise.all(files);
}

async function encode(picture: Sharp, format: PhotographFormat, max: number): Promise<Buffer> {
  const { type, start, halving, options } = qualities[format];
  let quality: number = start;
  for (;;) {
    const encoder = picture.clone().toFormat(type, { ...options, quality });
    const bytes = await encoder.toBuffer();
    if (bytes.length <= max || quality === minQuality) return bytes;
    const steps = 1 + halving * Math.log2(bytes.length / max);
    quality = Math.max(minQuality, Math.floor(quality - steps));
  }
}
