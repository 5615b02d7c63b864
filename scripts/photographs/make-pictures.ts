import sharp from 'sharp';
import { colours } from '#shared/design/palette.ts';
import {
  formats,
  getHeight,
  getMinWidth,
  listWidths,
  type ShapeName,
  shapes,
} from '#shared/design/photographs.ts';
import { inputOptions } from './inspect.ts';

/** The encoders' quality, of 100: a picture of 1200 pixels, the widest for a phone, has 25 to 60 kB. */
const quality = 60;

const types = { webp: 'webp', jpg: 'jpeg' } as const;

/** The part that cropping keeps: the one that attracts attention, mainly skin. */
const position = sharp.strategy.attention;

/** The colour behind the transparent parts of a PNG. */
const background = colours.light.card;

/** Everything that the pictures of a file depend on. */
export function getSettings(shape: ShapeName) {
  const widths = formats.map((format) => listWidths(shape, format));
  return { sizes: [shapes[shape], widths], quality, position, background };
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
      const encoder = picture.toFormat(types[format], { quality, mozjpeg: true });
      return { width, format, bytes: await encoder.toBuffer() };
    }),
  );
  return Promise.all(files);
}
