import { expect, test } from 'vitest';
import { getNextDay, getStartOfYear } from '#shared/dates/local-time.ts';
import { createProgramme } from '#shared/events/programme.ts';
import { createResources } from '#shared/resources.ts';
import { site } from '#shared/site.ts';
import { makeEvent } from '../helpers/content/make-event.ts';
import { sampleContent } from '../helpers/content/sample-content.ts';
import { openSite } from '../helpers/site/open-site.ts';

/* Cached pages are correct: neither we nor a shared cache sends one after the change that ends its validity. */

const startAt = '2026-03-10T12:30:00+01:00'; // far from midnight in Europe, India and America
const endAt = '2026-03-10T15:00:00+01:00';
const content = { ...sampleContent, programme: createProgramme([makeEvent({ startAt, endAt })]) };
const start = Date.parse(startAt);
const end = Date.parse(endAt);
const newYear = getStartOfYear(start, site.timezone);

/** A site with a clock that the test sets. */
async function openWithClock() {
  const clock = { time: start - 86_400_000 };
  const now = () => new Date(clock.time);
  const { ask, renders } = await openSite({ now, content });
  return {
    clock,
    renders,
    ask,
    async read(path: string, time: number | string) {
      clock.time = new Date(time).getTime();
      const { body, headers } = await ask(path);
      return { text: body.toString(), cacheControl: headers['cache-control'] ?? '' };
    },
  };
}

test('the pages of the programme are evicted when an event begins and when it ends', async () => {
  const site = await openWithClock();
  const read = async (time: number, path = '/events') => {
    for (const each of ['/', '/blog', '/feed.xml', '/page-data/blog']) await site.read(each, time);
    return (await site.read(path, time)).text;
  };
  const before = await read(start - 1);
  expect(before).toContain('1 event to come');
  expect(before).not.toContain('Under way until');
  expect(await read(start - 1)).toBe(before);
  expect(site.renders.get('events')).toBe(1);
  const during = await read(start);
  expect(during).toContain('Under way until 3:00 PM');
  expect(during).toContain('1 event under way');
  expect(await read(end - 1)).toBe(during);
  expect(site.renders.get('events')).toBe(2);
  expect(await read(end)).toContain('Past events');
  expect(site.renders.get('events')).toBe(3);
  expect(await read(newYear - 1000)).toContain('Mar 2026');
  expect(await read(newYear)).not.toContain('Mar 2026');
  expect(await read(start - 1)).toBe(before); // The clock is set back.
  const data = JSON.parse(await read(start, '/page-data/events'));
  expect(data).toMatchObject({ validFrom: start, nextChange: end });
  expect(Object.fromEntries(site.renders)).toMatchObject({ blog: 1 }); // The blog shows no event.
});

test('two replicas with different clocks send the same bytes between two changes', async () => {
  const [one, other] = await Promise.all([openWithClock(), openWithClock()]);
  one.clock.time = start + 1;
  other.clock.time = end - 1;
  const paths = ['/events', '/events?month=march', '/page-data/events', '/privacy', '/', '/about'];
  for (const path of paths) {
    const [{ status, body, headers }, same] = await Promise.all([one.ask(path), other.ask(path)]);
    expect(status).toBe(200);
    expect([path, same.body]).toEqual([path, body]);
    expect([path, same.headers.etag]).toEqual([path, headers.etag]);
  }
});

test('“Last updated” changes at midnight in the network’s zone', async () => {
  const { read, renders } = await openWithClock();
  const midnight = getNextDay(Date.parse('2026-10-25T12:00:00Z'), site.timezone);
  const evening = await read('/privacy', midnight - 1000);
  expect(evening.text).toContain('dateTime="2026-10-25"');
  expect(evening.cacheControl).toMatch(/s-maxage=[01],/);
  const morning = await read('/privacy', midnight);
  expect(morning.text).toContain('dateTime="2026-10-26"');
  expect(morning.cacheControl).toContain('s-maxage=300,');
  expect((await read('/privacy', '2026-10-26T12:00:00Z')).text).toBe(morning.text);
  expect(renders.get('privacy')).toBe(2);
  // The clock is set back.
  expect((await read('/privacy', '2026-10-25T12:00:00Z')).text).toBe(evening.text);
});

test('security.txt changes only at midnight, in every cache; its expiry is always ahead, within a year', async () => {
  const atTime = await openWithClock();
  const read = (time: string) => atTime.read('/.well-known/security.txt', time);
  const { cacheControl, text } = await read('2026-03-10T22:59:30Z');
  expect(cacheControl).toBe('public, max-age=30');
  expect((await read('2026-03-09T23:00:00Z')).text).toBe(text);
  const next = await read('2026-03-10T23:00:00Z');
  expect([next.cacheControl, next.text === text]).toEqual(['public, max-age=3600', false]);
  for (const time of ['2026-11-20T00:00:00Z', '2026-11-20T23:59:59Z', '2031-02-28T12:00:00Z']) {
    const { text } = await read(time);
    expect(text.split('\n')).toContain(`Contact: mailto:${site.email}`);
    const [, expires = ''] = /^Expires: (.*)$/m.exec(text) ?? [];
    const days = (Date.parse(expires) - Date.parse(time)) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365); // RFC 9116, section 2.5.5
  }
});

test('a resource that depends on the time says until when it is valid', () => {
  const context = { site, colours: { page: '#fff' }, version: '' };
  for (const { path, parse } of createResources(content)) {
    const { getValidity, render } = parse('');
    const { from, until } = getValidity(start);
    const texts = [from, start, (until ?? end * 2) - 1].map((time) =>
      render({ ...context, validity: getValidity(time) }),
    );
    expect([path, new Set(texts).size]).toEqual([path, 1]);
  }
});
