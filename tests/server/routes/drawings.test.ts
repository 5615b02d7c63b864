import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { home } from '#shared/content/home.ts';
import { day } from '#shared/dates/durations.ts';
import { formatDate } from '#shared/dates/format.ts';
import { getStartOfDay } from '#shared/dates/local-time.ts';
import { dayDrawings, renderDayLine } from '#shared/kolam/day-line.ts';
import {
  formatDrawingPath,
  lineId,
  nameEmblem,
  namePortraitRing,
} from '#shared/kolam/drawing-files.ts';
import { drawEmblem, drawLine, drawPortraitRing } from '#shared/kolam/drawings.ts';
import { findDayResource } from '#shared/resources.ts';
import { site } from '#shared/site.ts';
import { sampleContent } from '../../helpers/content/sample-content.ts';
import { listElements } from '../../helpers/documents/parse-html.ts';
import { listAll, parseXml } from '../../helpers/documents/parse-xml.ts';
import { ask } from '../../helpers/site/ask.ts';
import { makeCachedSite } from '../../helpers/site/open-site.ts';
import { readPage } from '../../helpers/site/read-page.ts';

const app = createApp({ content: sampleContent, now: () => new Date('2025-10-01') });

test.each([
  ...['/events?view=calendar', '/events?month=december&city=berlin', '/events'],
  ...['/blog', '/about', '/thank-you', '/thank-you?type=interest', '/thank-you?type=newsletter'],
])('%s has its drawings, and each is also in a file', async (path) => {
  const { root } = await readPage(path, app);
  const lines = listElements(root, 'path').filter(({ attributes }) => attributes.has('data-line'));
  expect(lines).not.toEqual([]);
  for (const { attributes } of lines) {
    const file = formatDrawingPath(attributes.get('data-line') ?? '');
    const { status, headers, body } = await ask(app, { path: file });
    expect([file, status]).toEqual([file, 200]);
    expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    const [line] = listAll(parseXml(body.toString()), 'path');
    expect(line?.getAttribute('id')).toBe(lineId);
    expect(line?.getAttribute('d')).toBe(attributes.get('d'));
  }
});

test('the failure page, which has no address, has its drawing; invented names are not drawn', async () => {
  expect((await ask(app, { path: formatDrawingPath('emblem-failure') })).status).toBe(200);
  expect((await ask(app, { path: formatDrawingPath('emblem-anything') })).status).toBe(404);
});

test('Home has the line of the day of the network, over midnight and the change of the clocks; its words say the day', async () => {
  // In Berlin the second day has 23 hours.
  const moments = ['2026-11-30', '2027-03-28', '2027-03-29'].flatMap((date) => {
    const midnight = getStartOfDay(Date.parse(`${date}T12:00Z`), site.timezone);
    const before = new Date(Date.parse(date) - day).toISOString().slice(0, 10);
    return [
      [midnight - 1, before],
      [midnight, date],
    ] as const;
  });
  let now = new Date(0);
  const { app } = makeCachedSite({ content: sampleContent, now: () => now });
  for (const [moment, date] of moments) {
    now = new Date(moment);
    const { main, words: text } = await readPage('/', app);
    const used = listElements(main, 'use').map(({ attributes }) => attributes.get('href') ?? '');
    const ofDay = used.filter((href) => href.startsWith('/drawings/2'));
    const names = Object.keys(dayDrawings).flatMap((name) => [name, name, `${name}-dots`]);
    expect(ofDay).toEqual(names.map((name) => `${formatDrawingPath(date)}#${name}`));
    expect(text).toContain(`${home.day.title} ${formatDate(date)}`);
    const { status, headers, body } = await ask(app, { path: formatDrawingPath(date) });
    expect([date, status, body.toString()]).toEqual([date, 200, renderDayLine(date)]);
    expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  }
});

test('the line of tomorrow and of the last 31 days has a file, no other day has one', () => {
  const now = Date.parse('2026-03-01T12:00Z');
  const isDrawn = (date: string) => findDayResource(formatDrawingPath(date), now) !== undefined;
  const drawn = ['2026-03-02', '2026-03-01', '2026-02-28', '2026-01-29'];
  const others = ['2026-03-03', '2026-01-28', '2025-03-01', '2026-02-29', '02026-03-01'];
  expect([...drawn, ...others].filter(isDrawn)).toEqual(drawn);
});

test('the name of a drawing leads to its line: a portrait has a ring, everything else an emblem', () => {
  const name = 'Ana María (she/her)';
  expect(drawLine(namePortraitRing(name))).toBe(drawPortraitRing(name).path);
  expect(drawLine(nameEmblem(name))).toBe(drawEmblem(name).path);
});
