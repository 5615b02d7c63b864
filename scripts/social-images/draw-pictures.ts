import { hash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReactElement } from 'react';
import type { Font } from 'satori';
import sharp from 'sharp';
import { getSharedFile } from '#shared/design/photographs.ts';
import type { Event } from '#shared/events/event.ts';
import {
  formatSocialImagePath,
  hasSocialImage,
  type SocialImageKey,
  socialImageSize,
} from '#shared/head/social-images.ts';
import type { Page, PageId } from '#shared/routes.ts';
import { readThroughCache } from '../cache/read-through-cache.ts';
import { drawEventPicture, drawPagePicture } from './picture.ts';

/** Words of pages for their pictures: one sentence, or titles. */
export type PictureWords = Readonly<Partial<Record<PageId, readonly string[]>>>;

/**
 * Draws a PNG for every page with an address of its own and for every event.
 *
 * @param assets the folder of the events' photographs
 */
export async function drawSocialImages(
  siteName: string,
  pages: readonly Page[],
  events: readonly Event[],
  { assets, words }: { readonly assets?: string; readonly words?: PictureWords } = {},
) {
  const drawn = new Map<SocialImageKey, Buffer>();
  for (const page of pages.filter(hasSocialImage)) {
    drawn.set(page.id, await rasterise(drawPagePicture(page, siteName, words?.[page.id])));
  }
  for (const event of events) {
    const { photograph } = event;
    const file = photograph && assets && basename(getSharedFile(photograph).path);
    const jpeg = file && (await readFile(join(assets, file), 'base64'));
    const picture = drawEventPicture(event, siteName, jpeg && `data:image/jpeg;base64,${jpeg}`);
    drawn.set(`event-${event.slug}`, await rasterise(picture));
  }
  return drawn;
}

/** Writes the pictures into `outDir`/public/social. Returns the hash in their names. */
export async function writeSocialImages(
  images: ReadonlyMap<SocialImageKey, Buffer>,
  outDir: string,
): Promise<string> {
  const digits = hash('sha256', Buffer.concat([...images.values()])).slice(0, 8);
  for (const [key, png] of images) {
    const file = join(outDir, 'public', formatSocialImagePath(key, digits));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, png);
  }
  return digits;
}

/**
 * A PNG with a palette: less than half the bytes of true colour, without a visible difference for flat colours, one
 * gradient and smooth edges. Only a photograph needs dithering.
 */
function rasterise(picture: ReactElement): Promise<Buffer> {
  const input = JSON.stringify(picture);
  const png = { palette: true, compressionLevel: 9, dither: input.includes('image/jpeg') ? 1 : 0 };
  // The code of `leaveOut` is a part of the settings: after a change of it pictures are drawn again.
  return readThroughCache({ png, faces, leaveOut: String(leaveOut) }, input, async () => {
    const { default: satori } = await import('satori'); // Loaded only if no earlier build has drawn the same.
    let unknown = '';
    const options = {
      ...socialImageSize,
      fonts: await readFonts(),
      loadAdditionalAsset: async (_language: string, characters: string) => {
        unknown += characters;
        return [];
      },
    };
    let svg = await satori(picture, options);
    if (unknown !== '') svg = await satori(leaveOut(unknown, input), options);
    return sharp(Buffer.from(svg)).removeAlpha().png(png).toBuffer();
  });
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A picture as JSON without emoji and without texts with letters that no font has: satori would draw boxes. */
function leaveOut(unknown: string, input: string): ReactElement {
  return JSON.parse(input, (key, value: unknown) => {
    if (key !== 'children' || typeof value !== 'string') return value;
    const parts = Array.from(graphemes.segment(value), ({ segment }) => segment);
    const known = parts.filter((part) => !unknown.includes(part));
    const lost = parts.filter((part) => unknown.includes(part)).join('');
    // The rest of a text without its letters says something else: `, India`.
    return /\p{L}/u.test(lost) ? '' : known.join('').trim();
  });
}

/** The site's two typefaces in fixed weights, and Eczar's Devanagari for Indian names in both. */
const faces = [
  { name: 'Eczar', file: 'eczar/files/eczar-latin', weights: [600, 700, 800] },
  { name: 'Eczar ext', file: 'eczar/files/eczar-latin-ext', weights: [600, 700, 800] },
  { name: 'Anek Latin', file: 'anek-latin/files/anek-latin-latin', weights: [500, 600] },
  { name: 'Anek Latin ext', file: 'anek-latin/files/anek-latin-latin-ext', weights: [500, 600] },
  { name: 'Eczar Devanagari', file: 'eczar/files/eczar-devanagari', weights: [500, 600, 700] },
] as const;

let reading: Promise<Font[]> | undefined;

function readFonts(): Promise<Font[]> {
  reading ??= Promise.all(
    faces.flatMap(({ name, file, weights }) =>
      weights.map(async (weight) => {
        const path = import.meta.resolve(`@fontsource/${file}-${weight}-normal.woff`);
        return { name, weight, data: await readFile(fileURLToPath(path)) };
      }),
    ),
  );
  return reading;
}
