import { expect, test } from 'vitest';
import { createProgramme } from '#shared/events/programme.ts';
import { createResources } from '#shared/resources.ts';
import { site } from '#shared/site.ts';
import { ask, askPort } from '../../helpers/ask.ts';
import { makeCachedSite } from '../../helpers/cached-site.ts';
import { countRenders } from '../../helpers/count-renders.ts';
import { makeEvent } from '../../helpers/make-event.ts';
import { sampleContent } from '../../helpers/sample-content.ts';
import { serve } from '../../helpers/until-test-ends.ts';

/* What is cached is true: nothing is sent after the change that ends it, by us or by a shared cache. */

const startAt = '2026-03-10T18:30:00+01:00';
const endAt = '2026-03-10T21:00:00+01:00';
const dinner = makeEvent({ startAt, endAt });
const content = { ...sampleContent, programme: createProgramme([dinner]) };
const start = Date.parse(startAt);
const end = Date.parse(endAt);

/** A site with a clock that stands where a test puts it. */
function makeSite(given = content) {
  const clock = { time: start - 86_400_000 };
  const now = () => new Date(clock.time);
  const { renders, findPage } = countRenders();
  const { listener } = makeCachedSite({ now, findPage }, { now, content: given });
  return { clock, renders, listener };
}

/** A response's times of use, in seconds. */
function readUse(cacheControl: string | undefined) {
  const pairs = [...(cacheControl ?? '').matchAll(/([\w-]+)=(\d+)/g)];
  return new Map(pairs.map(([, name = '', seconds]) => [name, Number(seconds)]));
}

test('the pages of the programme are evicted when an event begins and when it ends', async () => {
  const { clock, renders, listener } = makeSite();
  const port = await serve(listener);
  const others = ['/', '/blog', '/feed.xml', '/page-data/blog'];
  const read = async (time: number, path = '/events') => {
    clock.time = time;
    for (const other of others) await askPort(port, { path: other });
    return (await askPort(port, { path })).body.toString();
  };
  const before = await read(start - 1);
  expect(before).toContain('1 to come');
  expect(before).not.toContain('Under way until');
  expect(await read(start - 1)).toBe(before);
  expect(renders.get('events')).toBe(1);
  const during = await read(start);
  expect(during).toContain('Under way until 9:00 PM');
  expect(await read(end - 1)).toBe(during);
  expect(renders.get('events')).toBe(2);
  expect(await read(end)).toContain('This event has taken place.');
  expect(await read(end + 1e12)).toContain('This event has taken place.');
  expect(renders.get('events')).toBe(3);
  expect(await read(start - 1)).toBe(before); // The clock is set back.
  const data = JSON.parse(await read(start, '/page-data/events'));
  expect(data).toMatchObject({ moment: start, nextChange: end });
  expect(Object.fromEntries(renders)).toMatchObject({ home: 1, blog: 1 }); // No event is on them.
});

test('a cancelled event leaves at midnight, by its own clock', async () => {
  const cancelled = makeEvent({
    ...dinner,
    timezone: 'Asia/Kolkata',
    status: { kind: 'cancelled', reason: 'The hall is under water.' },
  });
  const programme = createProgramme([cancelled]);
  const { clock, listener } = makeSite({ ...content, programme });
  const port = await serve(listener);
  for (const [time, isListed] of [
    ['2026-03-10T18:29:59.999Z', true], // 23:59 in Kolkata
    ['2026-03-11T18:29:59.999Z', true],
    ['2026-03-11T18:30:00Z', false],
  ] as const) {
    clock.time = Date.parse(time);
    for (const [path, isShown] of [
      ['/events', isListed],
      [`/events?event=${cancelled.slug}`, true], // Its address still says so.
    ] as const) {
      const { body } = await askPort(port, { path });
      expect([time, path, body.includes('Cancelled: The hall')]).toEqual([time, path, isShown]);
    }
  }
});

test('no shared cache uses a page after its next change, whenever it gets it', async () => {
  const { clock, listener } = makeSite();
  const port = await serve(listener);
  let etag = '';
  for (const left of [1e9, 7_200_001, 3_900_000, 3_600_000, 299_999, 1_000, 999, 1]) {
    clock.time = start - left;
    for (const path of ['/events', '/events?view=calendar&x=1', '/page-data/events']) {
      for (const headers of [{}, { 'if-none-match': etag }]) {
        const response = await askPort(port, { path, headers });
        if (path === '/events') etag = response.headers.etag ?? '';
        const use = readUse(response.headers['cache-control']);
        const fresh = use.get('s-maxage') ?? Number.NaN;
        const stale = use.get('stale-while-revalidate') ?? Number.NaN;
        expect((fresh + stale) * 1000).toBeLessThanOrEqual(left);
        expect(fresh).toBe(Math.min(300, Math.floor(left / 1000)));
        expect(stale).toBe(Math.min(3600, Math.floor(left / 1000) - fresh));
        expect(use.get('max-age')).toBe(0);
        expect(use.get('stale-if-error')).toBe(86_400); // Better than no page at all.
      }
    }
  }
  clock.time = end;
  const { headers } = await askPort(port, { path: '/events' });
  expect(headers['cache-control']).toContain('s-maxage=300, stale-while-revalidate=3600');
});

test('two replicas with other clocks make the same bytes between two changes', async () => {
  const [one, other] = [makeSite(), makeSite()];
  one.clock.time = start + 1;
  other.clock.time = end - 1;
  const paths = ['/events', '/events?month=march', '/page-data/events', '/privacy', '/', '/about'];
  for (const path of paths) {
    const [response, same] = await Promise.all(
      [one, other].map(({ listener }) => ask(listener, { path })),
    );
    expect(response?.status).toBe(200);
    expect([path, same?.body]).toEqual([path, response?.body]);
    expect([path, same?.headers.etag]).toEqual([path, response?.headers.etag]);
  }
});

test('“Last updated” changes at midnight in Berlin', async () => {
  const { clock, renders, listener } = makeSite();
  const port = await serve(listener);
  const read = async (time: string) => {
    clock.time = Date.parse(time);
    const { body, headers } = await askPort(port, { path: '/privacy' });
    return { text: body.toString(), use: readUse(headers['cache-control']) };
  };
  const evening = await read('2026-10-25T22:59:59Z');
  expect(evening.text).toContain('dateTime="2026-10-25"');
  expect(evening.use.get('s-maxage')).toBeLessThanOrEqual(1);
  const morning = await read('2026-10-25T23:00:00Z');
  expect(morning.text).toContain('dateTime="2026-10-26"');
  expect(morning.use.get('s-maxage')).toBe(300);
  expect((await read('2026-10-26T12:00:00Z')).text).toBe(morning.text);
  expect(renders.get('privacy')).toBe(2);
  expect((await read('2026-10-25T12:00:00Z')).text).toBe(evening.text); // The clock is set back.
});

test('security.txt is the same all day by UTC, in every cache', async () => {
  const { clock, listener } = makeSite();
  const port = await serve(listener);
  const read = async (time: string) => {
    clock.time = Date.parse(time);
    const { headers, body } = await askPort(port, { path: '/.well-known/security.txt' });
    return { time: headers['cache-control'], text: body.toString() };
  };
  const { time, text } = await read('2026-03-10T23:59:30Z');
  expect(time).toBe('public, max-age=30');
  expect((await read('2026-03-10T00:00:00Z')).text).toBe(text);
  const next = await read('2026-03-11T00:00:00Z');
  expect([next.time, next.text === text]).toEqual(['public, max-age=3600', false]);
});

test('no text of the table depends on the time unless it says until when', () => {
  const context = { site, indexing: true, colours: { page: '#fff' }, version: '' };
  for (const { path, parse } of createResources(content)) {
    const { findValidity, render } = parse('');
    const { from, until } = findValidity(start);
    const texts = [from, start, (until ?? end * 2) - 1].map((time) =>
      render({ ...context, validity: findValidity(time) }),
    );
    expect([path, new Set(texts).size]).toEqual([path, 1]);
  }
});
