import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js';
import sharp from 'sharp';
import type { Event } from '#shared/events/event.ts';
import { findSharedFile } from '#shared/photographs.ts';
import { escapeXml } from '#shared/resources/xml.ts';
import type { Page } from '#shared/routes.ts';
import {
  formatSocialImagePath,
  hasSocialImage,
  type SocialImageKey,
} from '#shared/social-images.ts';
import { makeOnce } from '../build/make-once.ts';
import { unpackFonts } from './fonts.ts';
import { drawEventPicture, drawPagePicture, type WidthOf } from './picture.ts';

interface Subjects {
  readonly siteName: string;
  readonly pages: readonly Page[];
  readonly events: readonly Event[];
  /** The folder of the photographs that the build has made. */
  readonly assets?: string;
}

/** Every page that has an address and stands by itself, and every event, as PNG by its key. */
export async function drawSocialImages(
  subjects: Subjects,
): Promise<ReadonlyMap<SocialImageKey, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'social-images-'));
  try {
    const fontFiles = await unpackFonts(folder);
    const font = { fontFiles, loadSystemFonts: false }; // The same on every machine.
    const pictures = await describePictures(subjects, measureWith(font));
    const drawn = new Map<SocialImageKey, Buffer>();
    let last: Promise<unknown> = Promise.resolve();
    for (const [key, svg] of pictures) {
      const png = rasterise(svg, font);
      const before = last;
      last = before.then(async () => drawn.set(key, await png));
      await before; // sharp compresses one picture in its threads while resvg draws the next one.
    }
    await last;
    return drawn;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes the pictures into `outDir`/public/social. Returns the hash in their names. */
export async function writeSocialImages(
  images: ReadonlyMap<SocialImageKey, Buffer>,
  outDir: string,
): Promise<string> {
  const sum = createHash('sha256');
  for (const png of images.values()) sum.update(png);
  const hash = sum.digest('hex').slice(0, 8);
  for (const [key, png] of images) {
    const file = join(outDir, 'public', formatSocialImagePath(key, hash));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, png);
  }
  return hash;
}

async function describePictures(
  { siteName, pages, events, assets }: Subjects,
  widthOf: WidthOf,
): Promise<readonly [SocialImageKey, string][]> {
  return [
    ...pages
      .filter(hasSocialImage)
      .map(({ id, title, description }): [SocialImageKey, string] => [
        id,
        drawPagePicture({ key: id, siteName, title, description }, widthOf),
      ]),
    ...(await Promise.all(
      events.map(async (event): Promise<[SocialImageKey, string]> => {
        const photograph = await readPhotograph(event, assets);
        const picture = { key: event.slug, siteName, photograph };
        return [`event-${event.slug}`, drawEventPicture(event, picture, widthOf)];
      }),
    )),
  ];
}

/** A `data:` address of the event's photograph, where the build has made one. */
async function readPhotograph({ photograph }: Event, assets: string | undefined) {
  if (!photograph || assets === undefined) return undefined;
  const { path } = findSharedFile(photograph, 'landscape');
  const jpeg = await readFile(join(assets, basename(path)));
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}

type Font = NonNullable<ResvgRenderOptions['font']>;

/**
 * A PNG with a palette: a third of the bytes of one in true colour, and for flat dyes, one gradient and
 * smoothed edges no eye sees the difference. Only a photograph needs dithering.
 */
function rasterise(svg: string, font: Font): Promise<Buffer> {
  const png = { palette: true, compressionLevel: 9, dither: svg.includes('<image') ? 1 : 0 };
  return makeOnce({ png }, svg, () => {
    const { width, height, pixels } = new Resvg(svg, { font }).render();
    const raw = { width, height, channels: 4 } as const;
    return sharp(pixels, { raw }).removeAlpha().png(png).toBuffer();
  });
}

/** Asks the renderer itself how wide a text is, so that line breaks are right. */
function measureWith(font: Font): WidthOf {
  const known = new Map<string, number>();
  return (text, face) => {
    const key = `${face} ${text}`;
    const width = known.get(key) ?? measure(text, face, font);
    known.set(key, width);
    return width;
  };
}

/** Spaces at either end count for nothing here, and no title has any. */
function measure(text: string, face: string, font: Font): number {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><text y="100" font-family="${face}" font-weight="700" font-size="100">${escapeXml(text)}</text></svg>`;
  return new Resvg(svg, { font }).getBBox()?.width ?? 0;
}
