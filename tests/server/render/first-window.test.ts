import { brotliCompressSync } from 'node:zlib';
import request from 'supertest';
import { expect, test } from 'vitest';
import { budget } from '#scripts/build/budget.ts';
import { buildInlineScript } from '#scripts/build/inline-script.ts';
import { createApp } from '#server/app.ts';
import type { AssetManifest } from '#server/render/asset-manifest.ts';
import { events } from '#shared/content/events.ts';
import { pages } from '#shared/routes.ts';
import { askFor, everyRow } from '../../helpers/every-response.ts';

/* A server may send ten segments before the first acknowledgement (RFC 6928): what fits is painted one
   round trip after the connection stands. The build weighs the same as the built server sends it. */

/** Names as long as those of a build. */
const assets: AssetManifest = {
  entry: '/assets/chunk-AAAAAAAA.js',
  preload: [],
  inlineScript: await buildInlineScript(),
  pages: Object.fromEntries(
    pages.map(({ id }) => [id, [`/assets/${id}-page-BBBBBBBB.js`, '/assets/chunk-CCCCCCCC.js']]),
  ),
  socialImages: '0123abcd',
  version: 'AAAAAAAA',
};

interface Response {
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Body in brotli 11, as the cache sends it, and the headers, which are not compressed. */
function weigh({ text, headers }: Response): number {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return brotliCompressSync(text).length + lines.join('').length + 'HTTP/1.1 200 OK\r\n\r\n'.length;
}

test.each(everyRow)('$id fits the first packets, styles and headers included', async (row) => {
  expect(weigh(await askFor(row, { assets }))).toBeLessThanOrEqual(budget.html);
});

test.each([
  ...events.map(({ slug }) => `/events?event=${slug}`),
  `/events?month=november&city=online&format=online&category=bootcamp&event=${events[1]?.slug}`,
  '/events?view=calendar',
  '/thank-you?type=newsletter',
])('%s fits the first packets, styles and headers included', async (address) => {
  const response = await request(createApp({ assets })).get(address);
  expect(response.status).toBe(200);
  expect(weigh(response)).toBeLessThanOrEqual(budget.html);
});

test.each(events.map((event) => [event.slug, event] as const))(
  'the details of %s fit before it, while it is under way and after it',
  async (slug, { startAt, endAt }) => {
    const start = Date.parse(startAt);
    for (const moment of [start - 1, start, Date.parse(endAt)]) {
      const app = createApp({ assets, now: () => new Date(moment) });
      const response = await request(app).get(`/events?event=${slug}`);
      expect(weigh(response)).toBeLessThanOrEqual(budget.html);
    }
  },
);
