import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js';
import type { Event } from '#shared/events/event.ts';
import { escapeXml } from '#shared/resources/xml.ts';
import type { Page } from '#shared/routes.ts';
import {
  formatSocialImagePath,
  hasSocialImage,
  type SocialImageKey,
} from '#shared/social-images.ts';
import { encodePng } from './encode-png.ts';
import { unpackFonts } from './fonts.ts';
import { drawEventPicture, drawPagePicture, type WidthOf } from './picture.ts';

interface Subjects {
  readonly siteName: string;
  readonly pages: readonly Page[];
  readonly events: readonly Event[];
}

/** Every page that has an address and stands by itself, and every event, as PNG by its key. */
export async function drawSocialImages(
  subjects: Subjects,
): Promise<ReadonlyMap<SocialImageKey, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'social-images-'));
  try {
    const fontFiles = await unpackFonts(folder);
    const font = { fontFiles, loadSystemFonts: false }; // The same on every machine.
    const pictures = describePictures(subjects, measureWith(font));
    return new Map([...pictures].map(([key, svg]) => [key, rasterise(svg, font)]));
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

function describePictures({ siteName, pages, events }: Subjects, widthOf: WidthOf) {
  return new Map<SocialImageKey, string>([
    ...pages
      .filter(hasSocialImage)
      .map(({ id, title, description }): [SocialImageKey, string] => [
        id,
        drawPagePicture({ key: id, siteName, title, description }, widthOf),
      ]),
    ...events.map((event): [SocialImageKey, string] => [
      `event-${event.slug}`,
      drawEventPicture(event, { key: event.slug, siteName }, widthOf),
    ]),
  ]);
}

type Font = NonNullable<ResvgRenderOptions['font']>;

function rasterise(svg: string, font: Font): Buffer {
  const { width, height, pixels } = new Resvg(svg, { font }).render();
  return encodePng({ width, height, bytes: pixels });
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
