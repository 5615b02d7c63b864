import ICAL from 'ical.js';
import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { eventsTexts } from '#shared/content/events-texts.ts';
import { createResources } from '#shared/resources.ts';
import { pages } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import {
  emptySelection,
  itsOptions,
  listAllTitles,
  ownContent,
} from '../../helpers/content/some-event.ts';
import { listAll, parseXml } from '../../helpers/documents/parse-xml.ts';
import { ask } from '../../helpers/site/ask.ts';
import { makeCachedSite, trustLoopback } from '../../helpers/site/open-site.ts';

const now = () => new Date('2026-11-20T09:30:00Z');
const { app } = makeCachedSite({ trust: trustLoopback, now, content: ownContent });
const { events } = ownContent.programme;
const resources = createResources(ownContent);
const table = resources.map((resource) => [resource.path, resource] as const);

test.each(table)('%s has a type and a tag, and can only be read', async (path, resource) => {
  const read = (method: string, headers = {}) => ask(app, { method, path, headers });
  const { status, headers, body } = await read('GET');
  const isForReaders = /feed|\.ics$/.test(path);
  expect([status, body.length > 0, resource.shared]).toEqual([200, true, isForReaders]);
  expect(headers).toMatchObject({
    'content-type': resource.contentType,
    'cache-control': resource.cacheControl,
    vary: 'Accept-Encoding',
    etag: expect.stringMatching(/^(W\/)?"[\w-]+"$/),
    'cross-origin-resource-policy': isForReaders ? 'cross-origin' : 'same-origin',
  });
  expect(headers['access-control-allow-origin']).toBe(isForReaders ? '*' : undefined);
  expect(headers).not.toHaveProperty('set-cookie');
  expect(headers['x-robots-tag']).toBe(/^.(drawings|page-data)/.test(path) ? 'noindex' : undefined);
});

/** Titles of the events in a calendar, by an independent reader. */
async function readTitles(path: string) {
  const { text } = await request(app).get(path).buffer(true);
  const found = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  return found.map((component) => new ICAL.Event(component).summary);
}

test('the calendar has the whole programme, or with filters the matching events', async () => {
  expect(await readTitles('/events.ics')).toEqual(events.map(({ title }) => title));
  const { month, city, format } = itsOptions;
  const pair = { city: city.value, format: format.value };
  for (const selection of [{ month: month.value }, pair, { ...emptySelection }]) {
    // Other parameters change nothing.
    const query = `${new URLSearchParams(selection)}&view=calendar&event=x&%zz`;
    const titles = await readTitles(`/events.ics?${query}`);
    expect(titles.toSorted()).toEqual(listAllTitles(selection).toSorted());
  }
});

test('each selection has a calendar name of its own; one that is not listed any more has no events', async () => {
  const readCalendar = async (query: string) => {
    const { text } = await request(app).get(`/events.ics${query}`).buffer(true);
    const calendar = new ICAL.Component(ICAL.parse(text));
    const [name, source] = ['name', 'source'].map((each) => calendar.getFirstPropertyValue(each));
    return { name, source, events: calendar.getAllSubcomponents('vevent').length };
  };
  const title = `${site.name}: ${eventsTexts.title}`;
  const names = ['', '?month=October', '?city=BERLIN&format=online'].map(
    async (query) => (await readCalendar(query)).name,
  );
  expect(await Promise.all(names)).toEqual([
    title,
    `${title} · October`,
    `${title} · Berlin · Online`,
  ]);
  const source = `${site.origin}/events.ics?month=-`;
  for (const query of ['?city=atlantis', '?month=october&city=atlantis', '?month=-']) {
    const expected = { name: `${title} · no longer listed`, source, events: 0 };
    expect(await readCalendar(query)).toEqual(expected);
  }
});

test.each(events)('the file of $slug has only that event', async ({ slug, title }) => {
  expect(await readTitles(`/events/${slug}.ics`)).toEqual([title]);
});

test('events, posts and structured data keep their ids when the site moves to another host', async () => {
  const listIds = async (origin: string) => {
    const moved = createApp({ content: ownContent, site: { ...site, origin } });
    const paths = ['/events.ics', '/feed.xml', '/', '/events', '/blog'];
    const texts = await Promise.all(
      paths.map(async (path) => (await ask(moved, { path })).body.toString()),
    );
    return texts.map((text) =>
      [...text.matchAll(/^UID:.*|<guid\b.*?<|"@id": ?"tag:.*?"/gm)].map(([id]) => id),
    );
  };
  const ids = await listIds('https://one.example');
  for (const found of ids) expect(found).not.toEqual([]);
  expect(await listIds('https://two.example')).toEqual(ids);
});

test('the sitemap lists exactly the indexed pages, by their canonical addresses; robots.txt names the sitemap', async () => {
  const { text, headers } = await request(app).get('/sitemap.xml').buffer(true);
  const policy = headers['content-security-policy'];
  const sitemap = parseXml(text);
  const expected = pages.flatMap(({ indexed, path = [] }) => (indexed ? path : []));
  const found = listAll(sitemap, 'loc').map((loc) => loc.textContent);
  expect(found).toEqual(expected.map((path) => site.origin + path));
  expect(policy).toBe("default-src 'none'; style-src 'self'; frame-ancestors 'none'"); // People may open it.
  expect(text).toContain('<?xml-stylesheet type="text/css" href="/sitemap.css"?>');
  expect((await ask(app, { path: '/sitemap.css' })).headers['content-type']).toMatch(/^text\/css/);
  expect(sitemap.documentElement?.namespaceURI).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
  const { text: robots } = await request(app).get('/robots.txt');
  expect(robots).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${site.origin}/sitemap.xml\n`);
});

test('the manifest has the name of the site, and its icons exist', async () => {
  const { body } = await ask(app, { path: '/site.webmanifest' });
  const manifest = JSON.parse(body.toString());
  expect(manifest).toMatchObject({ name: site.name, start_url: '/', scope: '/' });
  expect(manifest.icons).toHaveLength(4);
  for (const { src, type } of manifest.icons) {
    const icon = { status: 200, headers: { 'content-type': type } };
    expect(await ask(app, { path: src })).toMatchObject(icon);
  }
});
