import sharp from 'sharp';

/**
 * A photograph as a phone stores it that is held upright: lying on its side (EXIF orientation 6), with
 * place and camera, and with detail of every size, so that it does not compress well. Its top is red, as
 * seen upright.
 */
export async function makePhonePhotograph(width: number, height: number): Promise<Buffer> {
  const noise = (sigma: number) => ({ type: 'gaussian', mean: 128, sigma }) as const;
  const layers = [4, 16, 64, 256, 1024].map(async (size) => {
    const small = { width: size, height: Math.ceil((size * width) / height) };
    const create = { ...small, channels: 3, background: 'grey', noise: noise(40) } as const;
    const grown = sharp({ create }).resize(height, width, { fit: 'fill' });
    return {
      input: await grown.png({ compressionLevel: 0 }).toBuffer(),
      blend: 'soft-light',
    } as const;
  });
  const create = {
    width: height,
    height: width,
    channels: 3,
    background: 'grey',
    noise: noise(8),
  } as const;
  const red = {
    create: { width: Math.round(height / 10), height: width, channels: 3, background: 'red' },
  } as const;
  return sharp({ create })
    .composite([...(await Promise.all(layers)), { input: red, left: 0, top: 0 }])
    .removeAlpha()
    .withExif({
      IFD0: { Make: 'Phone', Model: 'Secret Camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 98, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
