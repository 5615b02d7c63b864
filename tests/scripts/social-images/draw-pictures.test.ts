import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawSocialImages, writeSocialImages } from '#scripts/social-images/draw-pictures.ts';
import { hasSocialImage } from '#shared/head/social-images.ts';
import { getPageById, pages } from '#shared/routes.ts';
import { makeEvent } from '../../helpers/content/make-event.ts';
import { sampleEvents as events } from '../../helpers/content/sample-content.ts';
import { hostileTexts } from '../../helpers/hostile/hostile-text.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

const siteName = 'Pont Circle';
const pictures = await drawSocialImages(siteName, pages, events);

const expectDifferent = (all: readonly Buffer[]) =>
  expect(new Set(all.map((png) => png.toString('base64'))).size).toBe(all.length);

/** The pixels of a PNG: red, green, blue and alpha. */
const decode = (png: Buffer | undefined) => sharp(png).ensureAlpha().raw().toBuffer();

test('every page with an address and every event has its own picture, at the address in the head', async () => {
  const wanted = { format: 'png', width: 1200, height: 630 };
  for (const [key, png] of pictures) {
    expect(await sharp(png).metadata(), key).toMatchObject(wanted);
    expect(png.length, key).toBeLessThanOrEqual(60_000);
  }
  expectDifferent([...pictures.values()]);
  const folder = await makeFolder();
  const hash = await writeSocialImages(pictures, folder);
  expect(hash).toMatch(/^[0-9a-f]{8}$/);
  const names = await readdir(join(folder, 'public/social'));
  const forEvents = events.map(({ slug }) => `event-${slug}-${hash}.png`);
  const forPages = pages.filter(hasSocialImage).map(({ id }) => `${id}-${hash}.png`);
  expect(names.sort()).toEqual([...forPages, ...forEvents].sort());
});

/** The picture of one event, for a site with this name and the photographs of a folder. */
async function drawEvent(given: Parameters<typeof makeEvent>[0], name = siteName, assets?: string) {
  const drawn = await drawSocialImages(name, [], [makeEvent(given)], {
    ...(assets !== undefined && { assets }),
  });
  return drawn.get('event-a-gathering') ?? Buffer.alloc(0);
}

test('the picture of an event changes when the event is moved or cancelled', async () => {
  const { startAt, endAt } = makeEvent();
  const drawn = await Promise.all([
    drawEvent({}),
    drawEvent({ status: { kind: 'moved', from: { startAt, endAt, venue: 'A barn' } } }),
    drawEvent({ status: { kind: 'cancelled', reason: 'The hall is under water.' } }),
  ]);
  expectDifferent(drawn);
});

test.each([
  ['letters of English', 'Evening', 'Morning'],
  // None of them is a Latin letter with an accent.
  ['letters of other languages', 'łŋ', 'đħ'],
  ['letters of Devanagari', 'नमन', 'पवन'],
])('a picture shows its words: %s', async (_name, title, otherTitle) => {
  const draw = async (words: string) => decode(await drawEvent({ title: words }));
  const [one, other] = [await draw(title), await draw(otherTitle)];
  /** The difference of the two, in rows of the picture; each has its own palette. */
  const apart = Uint8Array.from(one, (byte, at) => Math.abs(byte - (other[at] ?? 0)));
  const differenceIn = (from: number, to: number) =>
    apart.subarray(from * 4800, to * 4800).reduce((most, each) => Math.max(most, each), 0);
  expect(differenceIn(130, 320)).toBeGreaterThan(150);
  expect(differenceIn(0, 120)).toBeLessThan(48);
  expect(differenceIn(430, 630)).toBeLessThan(48);
});

test('the picture of a page has words of the page: three titles, or one sentence', async () => {
  const draw = async (id: 'blog' | 'manifesto', ...words: readonly string[]) =>
    (await drawSocialImages(siteName, [getPageById(id)], [], { words: { [id]: words } })).get(id);
  const three = await draw('blog', 'A loom', 'A bridge', 'A dye');
  const sentence = await draw('manifesto', 'Trust takes people.');
  const drawn = [pictures.get('blog'), three, pictures.get('manifesto'), sentence];
  expectDifferent(drawn.map((png) => png ?? Buffer.alloc(0)));
  const four = await draw('blog', 'A loom', 'A bridge', 'A dye', 'A fourth');
  expect(four?.equals(three ?? Buffer.alloc(0))).toBe(true);
});

test('vowel signs above the line in Devanagari are not cut', async () => {
  const draw = async (title: string) =>
    (await decode(await drawEvent({ title }))).toString('hex', 112 * 4800, 130 * 4800);
  expect(await draw('सेतु')).not.toBe(await draw('सतु'));
});

test.each(Object.entries(hostileTexts))('%s can be drawn', async (_name, text) => {
  const png = await drawEvent({ title: text, city: text, country: text }, text);
  expect(png.length).toBeLessThanOrEqual(60_000);
});

test.each([
  ['Launch 🚀', 'Launch'],
  ['東京 AI, 2026', ''],
])('“%s” is drawn as “%s”, without the characters that no font has', async (title, drawn) => {
  expect((await drawEvent({ title })).equals(await drawEvent({ title: drawn }))).toBe(true);
});

test('the photograph of an event replaces its calendar leaf', async () => {
  const photograph = { hash: '0123abcd' };
  const create = { width: 1200, height: 800, channels: 3, background: '#10c010' } as const;
  const assets = await makeFolder();
  await sharp({ create }).toFile(join(assets, 'landscape-1200-0123abcd.jpg'));
  const pixels = await decode(await drawEvent({ photograph }, siteName, assets));
  const pixel = pixels.subarray((250 * 1200 + 240) * 4);
  for (const [channel, value] of [0x10, 0xc0, 0x10].entries()) {
    expect(Math.abs((pixel[channel] ?? 0) - value)).toBeLessThan(6);
  }
});
