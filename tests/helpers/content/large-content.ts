import { type Content, siteContent } from '#shared/content.ts';
import { minute } from '#shared/dates/durations.ts';
import type { EventEntry } from '#shared/events/event-entry.ts';

/** The moment that divides the events. */
export const largeMoment = Date.parse('2026-06-01T12:00:00Z');

const longWord = 'Rechtsschutzversicherungsgesellschaften';

const words = 'investors and founders meet at one table to talk about looms and books'.split(' ');

/** A sentence of this many words, or a title, which ends with its number. */
const write = (count: number, end = '.') =>
  Array.from({ length: count }, (_, index) => words[index % words.length]).join(' ') + end;
const title = (number: number, count: number) => write(count, ` ${number}`);

const list = <Entry>(count: number, make: (number: number) => Entry) =>
  Array.from({ length: count }, (_, index) => make(index + 1));

/** A programme that has grown for years, as editors write it; 20 events are to come. */
export function makeLargeContent(): Content {
  const eventCount = 200;
  const online = { city: 'Online', country: '', format: 'online', tags: ['bootcamp', 'online'] };
  const cities = ['Berlin', 'Munich', 'Lisbon'];
  const makeEvent = (number: number): EventEntry => {
    // The events are nine days apart, before and after the moment.
    const place = number - (eventCount - 20) - 0.5;
    const start = largeMoment + place * 9 * 24 * 60 * minute;
    const isOnline = number % 2 === 0;
    const city = cities[number % 3] ?? '';
    const format = number % 4 === 1 ? 'offline' : 'hybrid';
    return {
      id: number,
      title: title(number, 4),
      slug: `event-number-${number}`,
      start: formatLocal(start),
      end: formatLocal(start).replace('18:30', '21:00'),
      timezone: 'Europe/Berlin',
      published: '2020-01-01',
      venue: isOnline ? `Online; ${longWord}` : write(6),
      ...(isOnline
        ? { ...online, format: 'online' }
        : { city, country: 'Germany', format, tags: ['investor-circle', format] }),
      summary: write(22),
      description: [`Number ${number}: ${write(36)}`, write(36), write(36)].join('\n\n'),
    };
  };
  return {
    ...siteContent,
    events: list(eventCount, makeEvent),
    posts: list(100, (number) => ({
      id: `post-number-${number}`,
      title: title(number, 7),
      excerpt: write(24),
      date: new Date(largeMoment - number * 14 * 24 * 60 * minute).toISOString().slice(0, 10),
      readTime: '6 min read',
      category: 'Culture',
      author: title(number, 2),
    })),
    team: list(30, (number) => ({
      id: number,
      name: title(number, 2),
      role: number === 1 ? longWord : title(number, 3),
      bio: write(20),
      photoUrl: undefined,
      linkedinUrl: `https://www.linkedin.com/in/person-${number}`,
    })),
    questions: list(60, (number) => ({
      id: `question-${number}`,
      question: `${number === 1 ? longWord : title(number, 6)}?`,
      answer: [write(35), write(30)],
    })),
  };
}

/** `2026-01-22 18:30`: at half past the hour, which no clock of Berlin leaves out. */
function formatLocal(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 10)} 18:30`;
}
