import sharp from 'sharp';

/**
 * A photograph as a phone stores it that is held upright: lying on its side (EXIF orientation 6), with
 * place and camera, and with so much detail that it does not compress well. Its top is red, as seen upright.
 */
export async function makePhonePhotograph(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  // Finer, it would compress even worse than a photograph, and take long.
  const grain = { width: Math.ceil(height / 12), height: Math.ceil(width / 12) };
  const red = { width: Math.round(height / 10), height: width, background: 'red' };
  return sharp({ create: { ...grain, channels: 3, background: 'grey', noise } })
    .resize(height, width, { fit: 'fill' })
    .composite([{ input: { create: { ...red, channels: 3 } }, left: 0, top: 0 }])
    .removeAlpha()
    .withExif({
      IFD0: { Make: 'Phone', Model: 'Secret Camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 98, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
