import sharp from 'sharp';
import { maxMegapixels, type PhotographFile } from '../check-content/check-photograph.ts';

/** How files are opened: a damaged file is an error, and so is one too large for memory. */
export const inputOptions = { failOn: 'error', limitInputPixels: maxMegapixels * 1e6 } as const;

const readable = new Set(['jpeg', 'png', 'webp', 'avif']);

/**
 * Finds out what a file is. Type and size come from its header, and only a file within the size limit is decoded, to
 * check that it is complete.
 */
export async function inspectPhotograph(bytes: Buffer): Promise<PhotographFile> {
  // sharp's libheif has no decoder for HEVC, because of patents.
  if (/^ftyp(hei|hev)/.test(bytes.toString('latin1', 4, 12))) return { kind: 'heic' };
  try {
    const head = await sharp(bytes, { limitInputPixels: false }).metadata();
    const type = head.compression === 'av1' ? 'avif' : head.format;
    if (!readable.has(type)) return { kind: 'other-type', type };
    const { width, height } = head.autoOrient;
    if (width * height <= inputOptions.limitInputPixels) {
      await sharp(bytes, inputOptions).resize(8, 8).raw().toBuffer();
    }
    return { kind: 'picture', width, height };
  } catch {
    return { kind: 'unreadable' };
  }
}
