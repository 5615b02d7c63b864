import { expect, test } from 'vitest';
import { closing } from '#shared/content/closing.ts';
import { eventsTexts } from '#shared/content/events-texts.ts';
import type { Event } from '#shared/events/event.ts';
import { createProgramme } from '#shared/events/programme.ts';
import { makeEvent } from '../../../helpers/content/make-event.ts';
import { sampleContent, sampleEvents } from '../../../helpers/content/sample-content.ts';
import {
  getOnly,
  type HtmlElement,
  listElements,
  readText,
} from '../../../helpers/documents/parse-html.ts';
import { hasAttribute, readLinks } from '../../../helpers/site/read-page.ts';
import { readSamplePage } from '../../../helpers/site/sample-site.ts';

const { emptyTitle, pastTitle, nothingPlanned, newsletter } = eventsTexts;

const read = (address: string, moment: string, events: readonly Event[] = sampleEvents) =>
  readSamplePage(address, {
    now: () => new Date(moment),
    content: { ...sampleContent, programme: createProgramme(events) },
  });

const readHeadings = (main: HtmlElement) =>
  listElements(main, ({ name }) => name === 'h2' || name === 'h3').map(
    (heading) => `${heading.name} ${readText(heading)}`,
  );

const readStatus = (main: HtmlElement) => readText(getOnly(main, hasAttribute('role', 'status')));

const before = '2025-10-01T12:00:00Z';
const during = '2025-11-12T14:00:00Z'; // The second sample event.
const after = '2026-01-01T12:00:00Z';

test('if nothing is planned the unfiltered list begins with an invitation, and with any filter the page ends with the form', async () => {
  for (const address of ['/events', '/events?month=october', '/events?view=calendar']) {
    const { main, words } = await read(address, after);
    expect(readHeadings(main).at(-1)).toBe(`h2 ${newsletter.title}`);
    expect(words).toContain(newsletter.text);
    expect(words).not.toContain(closing.title);
    expect(listElements(main, hasAttribute('name', 'email'))).toHaveLength(1);
    expect(readLinks(main, 'Request Invite')).toHaveLength(1);
    const isWhole = address === '/events';
    expect(words.includes(nothingPlanned.text)).toBe(isWhole);
    expect(readLinks(main, newsletter.title)).toEqual(isWhole ? ['#newsletter'] : []);
    expect(listElements(main, hasAttribute('id', 'newsletter'))).toHaveLength(1);
  }
  const whole = await read('/events', after);
  const invitation = `h2 ${nothingPlanned.title}`;
  expect(readHeadings(whole.main).slice(0, 3)).toEqual([
    invitation,
    `h2 ${pastTitle}`,
    'h3 Mission Preparation',
  ]);
  const past = await read('/events?month=october', after);
  expect(readHeadings(past.main)).toEqual([
    `h2 ${pastTitle}`,
    'h3 Circle in Berlin',
    `h2 ${newsletter.title}`,
  ]);
  const nothing = await read('/events?format=hybrid', after);
  expect(readHeadings(nothing.main)).toEqual([`h2 ${emptyTitle}`, `h2 ${newsletter.title}`]);
  expect(readStatus(nothing.main)).toBe('0 events');

  for (const address of ['/events', '/events?month=october', '/events?view=calendar']) {
    const { main, words } = await read(address, during);
    expect(words).not.toContain(nothingPlanned.text);
    expect(readHeadings(main).at(-1)).toBe(`h2 ${closing.title}`);
    expect(readLinks(main, 'Request Invite')).toHaveLength(1);
  }
  const off = makeEvent({ status: { kind: 'cancelled', reason: 'Rain.' } });
  const cancelled = await read('/events', before, [off]);
  expect(readHeadings(cancelled.main).slice(0, 2)).toEqual([invitation, `h2 ${off.title}`]);
  expect(readStatus(cancelled.main)).toBe('1 cancelled event');
  expect(readHeadings((await read('/events', before, [])).main)[0]).toBe(invitation);
});
