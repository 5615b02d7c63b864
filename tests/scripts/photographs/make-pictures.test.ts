import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { inspectPhotograph } from '#scripts/photographs/inspect.ts';
import { makePictures } from '#scripts/photographs/make-pictures.ts';
import { formats, getHeight, listWidths, photoSlots } from '#shared/design/photographs.ts';
import { makePhonePhotograph } from '../../helpers/content/phone-photograph.ts';

const portrait = await makePhonePhotograph(720, 900);
const landscape = await makePhonePhotograph(1600, 1200);

describe.each([
  ['portrait', portrait, await makePictures(portrait, 'portrait')],
  ['landscape', landscape, await makePictures(landscape, 'landscape')],
] as const)('the photograph of a phone as %s', (shape, original, pictures) => {
  test('exists in each width and format, cropped to its slot', async () => {
    expect(pictures.map(({ width, format }) => ({ width, format }))).toEqual(
      formats.flatMap((format) => listWidths(shape, format).map((width) => ({ width, format }))),
    );
    for (const { width, format, bytes } of pictures) {
      const head = await sharp(bytes).metadata();
      expect([head.width, head.height]).toEqual([width, getHeight(shape, width)]);
      expect(head.format).toBe({ webp: 'webp', jpg: 'jpeg' }[format]);
    }
  });

  test('contains no place, camera or colour profile', async () => {
    expect((await sharp(original).metadata()).exif?.toString('latin1')).toContain('Secret Camera');
    for (const { bytes } of pictures) {
      const { exif, xmp, icc, iptc, orientation } = await sharp(bytes).metadata();
      expect({ exif, xmp, icc, iptc, orientation }).toEqual({});
      expect(bytes.includes('Secret Camera')).toBe(false);
    }
  });

  test('suffices, in every format, for a phone of 375 CSS pixels with a pixel ratio of 3', () => {
    const own = Object.values(photoSlots).filter((slot) => slot.shape === shape);
    expect(own.length).toBeGreaterThan(0);
    for (const { sizes, widths, jpg } of own) {
      const needed = 3 * readPhoneSize(sizes);
      const chosen = widths.find((width) => width >= needed) ?? 0;
      expect(chosen).toBeGreaterThanOrEqual(needed);
      const files = pictures.filter(({ width, format }) =>
        format === 'jpg' ? width === jpg : width === chosen,
      );
      expect(files).toHaveLength(2);
    }
  });

  test('is rotated upright', async () => {
    const jpeg = pictures.findLast(({ format }) => format === 'jpg')?.bytes;
    const { width = 0, height = 0 } = await sharp(jpeg).metadata();
    const readPixel = (top: number) =>
      sharp(jpeg).extract({ left: 0, top, width, height: 20 }).resize(1, 1).raw().toBuffer();
    const [top, bottom] = [await readPixel(0), await readPixel(height - 20)];
    if (shape === 'portrait')
      expect([(top[0] ?? 0) > 200, (top[1] ?? 0) < 80]).toEqual([true, true]);
    expect(bottom[0]).toBeLessThan(180);
  });
});

/** The last, narrowest size in a window of 375 CSS pixels: of `40vw`, `96px` or `calc(100vw - 66px)`. */
function readPhoneSize(sizes: string): number {
  const last = sizes.split(',').at(-1) ?? '';
  const read = (pattern: RegExp) => Number(pattern.exec(last)?.[1]?.replace(' ', '') ?? 0);
  return (375 * read(/(\d+)vw/)) / 100 + read(/((?:- )?\d+)px/);
}

test('colours with a wide gamut are converted, not only relabelled', async () => {
  const create = { width: 720, height: 900, channels: 3, background: '#d03030' } as const;
  const wide = await sharp({ create }).withIccProfile('p3').png().toBuffer();
  expect((await sharp(wide).metadata()).icc).toBeDefined();
  const [picture] = await makePictures(wide, 'portrait');
  const [red = 0] = await sharp(picture?.bytes).resize(1, 1).raw().toBuffer();
  expect(Math.abs(red - 0xd0)).toBeLessThan(4);
});

const create = { width: 40, height: 30, channels: 3, background: 'red' } as const;

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  '%s is recognised as a picture',
  async (format) => {
    const bytes = await sharp({ create }).toFormat(format).toBuffer();
    expect(await inspectPhotograph(bytes)).toEqual({ kind: 'picture', width: 40, height: 30 });
  },
);

const whole = await makePhonePhotograph(300, 400);
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

test.each([
  ['an upright picture', whole, { kind: 'picture', width: 300, height: 400 }],
  ['half of it', whole.subarray(0, whole.length / 2), { kind: 'unreadable' }],
  ['text', 'a photograph', { kind: 'unreadable' }],
  ['nothing', '', { kind: 'unreadable' }],
  ['a HEIC file of an iPhone', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', { kind: 'heic' }],
  ['a drawing', svg, { kind: 'other-type', type: 'svg' }],
  ['an animation', await sharp({ create }).gif().toBuffer(), { kind: 'other-type', type: 'gif' }],
  ['a scan', await sharp({ create }).tiff().toBuffer(), { kind: 'other-type', type: 'tiff' }],
])('the type of %s is recognised', async (_name, content, expected) => {
  expect(await inspectPhotograph(Buffer.from(content))).toEqual(expected);
});

test('a picture of a hundred megapixels in a few kilobytes is reported, not decoded', async () => {
  const size = { width: 10_000, height: 10_000 };
  const image = sharp({ create: { ...create, ...size } });
  const bomb = await image.png({ compressionLevel: 9 }).toBuffer();
  expect(bomb.length).toBeLessThan(500_000);
  const before = process.memoryUsage().rss;
  expect(await inspectPhotograph(bomb)).toEqual({ kind: 'picture', ...size });
  expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  await expect(makePictures(bomb, 'portrait')).rejects.toThrow('pixel limit');
});
