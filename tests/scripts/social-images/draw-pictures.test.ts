import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { beforeAll, expect, test } from 'vitest';
import { drawSocialImages, writeSocialImages } from '#scripts/social-images/draw-pictures.ts';
import { encodePng } from '#scripts/social-images/encode-png.ts';
import { events } from '#shared/content/events.ts';
import { describeHead } from '#shared/head.ts';
import { getPageById, pages } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { hostileTexts } from '../../helpers/hostile-text.ts';
import { makeEvent } from '../../helpers/make-event.ts';

const siteName = 'Pont Circle';
let pictures: Awaited<ReturnType<typeof drawSocialImages>>;
beforeAll(async () => {
  pictures = await drawSocialImages({ siteName, pages, events });
}, 30_000);

/** The pixels of a PNG as an independent decoder sees them. */
function decode(png: Buffer, width: number, height: number) {
  const href = `data:image/png;base64,${png.toString('base64')}`;
  return new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image href="${href}" width="${width}" height="${height}" image-rendering="optimizeSpeed"/></svg>`,
  ).render().pixels;
}

test('every page with an address of its own has a picture, and so has every event', () => {
  const withAddress = pages.filter((page) => page.path !== undefined && !page.framed);
  expect([...pictures.keys()]).toEqual([
    ...withAddress.map(({ id }) => id),
    ...events.map(({ slug }) => `event-${slug}`),
  ]);
});

test('a picture is a PNG of 1200 by 630 pixels and at most 60 kB, and no two are alike', () => {
  for (const [key, png] of pictures) {
    expect(png.subarray(0, 8).toString('latin1'), key).toBe('\x89PNG\r\n\x1a\n');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)], key).toEqual([1200, 630]);
    expect(png.length, key).toBeLessThanOrEqual(60_000);
  }
  expect(new Set([...pictures.values()].map((png) => png.toString('base64'))).size).toBe(
    pictures.size,
  );
});

test('the pictures lie where the head looks for them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  try {
    const hash = await writeSocialImages(pictures, folder);
    expect(hash).toMatch(/^[0-9a-f]{8}$/);
    const names = await readdir(join(folder, 'public/social'));
    const named = pages.flatMap(
      (page) => describeHead(page, site, undefined, hash).preview?.image ?? [],
    );
    const forEvents = events.map(({ slug }) => `event-${slug}-${hash}.png`);
    const forPages = named.map(({ url }) => url.replace(`${site.origin}/social/`, ''));
    expect(names.sort()).toEqual([...forPages, ...forEvents].sort());
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the same words give the same bytes', async () => {
  const again = await drawSocialImages({ siteName, pages: [getPageById('about')], events: [] });
  expect(again.get('about')?.equals(pictures.get('about') ?? Buffer.alloc(0))).toBe(true);
});

test.each([
  ['letters of English', 'Evening', 'Morning'],
  // None of which can be put together from a Latin letter and an accent.
  ['letters of other languages', 'łŋ', 'đħ'],
])('a picture shows its words: %s', async (_name, title, otherTitle) => {
  const draw = async (words: string) => {
    const event = makeEvent({ title: words });
    const drawn = await drawSocialImages({ siteName, pages: [], events: [event] });
    return decode(drawn.get('event-a-gathering') ?? Buffer.alloc(0), 1200, 630);
  };
  const [one, other] = [await draw(title), await draw(otherTitle)];
  /** How far apart the two are, in rows of the picture; each has a palette of its own. */
  const differenceIn = (from: number, to: number) => {
    const row = 1200 * 4;
    let most = 0;
    for (let at = from * row; at < to * row; at += 1) {
      most = Math.max(most, Math.abs((one[at] ?? 0) - (other[at] ?? 0)));
    }
    return most;
  };
  expect(differenceIn(130, 320)).toBeGreaterThan(150);
  expect(differenceIn(0, 120)).toBeLessThan(48);
  expect(differenceIn(430, 630)).toBeLessThan(48);
});

test.each(Object.entries(hostileTexts))('%s can be drawn', async (_name, text) => {
  const event = makeEvent({ title: text, city: text, country: text });
  const drawn = await drawSocialImages({ siteName: text, pages: [], events: [event] });
  expect(drawn.get('event-a-gathering')?.length).toBeLessThanOrEqual(60_000);
});

test('a drawing of few colours comes out of the palette as it went in', () => {
  const colours = [
    [0xf7, 0xf1, 0xe5],
    [0x9a, 0x2a, 0x20],
    [0x22, 0x33, 0x6b],
  ];
  const bytes = Uint8Array.from(
    { length: 7 * 5 * 4 },
    (_, at) => (at % 4 === 3 ? 255 : colours[(at >> 2) % 3]?.[at % 4]) ?? 0,
  );
  expect(Uint8Array.from(decode(encodePng({ width: 7, height: 5, bytes }), 7, 5))).toEqual(bytes);
});
