import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Content, siteContent } from '#shared/content.ts';
import { minute } from '#shared/dates/durations.ts';
import type { EventEntry } from '#shared/events/event-entry.ts';
import { createRandom } from './seeded-random.ts';

/** The moment that divides the events. */
export const largeMoment = Date.parse('2026-06-01T12:00:00Z');

const longWord = 'Rechtsschutzversicherungsgesellschaften';

/** Words of an English text about such events, in lower case and in order, independent of the site's content. */
const words = readFileSync(join(import.meta.dirname, 'words.txt'), 'utf8').match(/\S+/g);

/** The words that follow each word, so that generated texts compress like those of editors. */
const followers = Map.groupBy((words ?? []).slice(1), (_, place) => words?.[place] ?? '');

/** A programme that has grown for years, as editors write it, the same in every run; 20 events are to come. */
export function makeLargeContent(): Content {
  const eventCount = 200;
  const random = createRandom(14);
  const pickWord = () => words?.[random.below(words.length)] ?? '';
  const write = (count: number) => {
    const written = [pickWord()];
    while (written.length < count) {
      const next = followers.get(written.at(-1) ?? '') ?? [];
      written.push(next[random.below(next.length)] ?? pickWord());
    }
    const text = written.join(' ');
    return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
  };
  const title = (number: number, count: number) => `${write(count).slice(0, -1)} ${number}`;
  const list = <Entry>(count: number, make: (number: number) => Entry) =>
    Array.from({ length: count }, (_, index) => make(index + 1));
  const online = { city: 'Online', country: '', format: 'online', tags: ['bootcamp', 'online'] };
  const cities = ['Berlin', 'Munich', 'Lisbon', 'Amsterdam'] as const;
  const makeEvent = (number: number): EventEntry => {
    // The events are nine days apart, before and after the moment.
    const place = number - (eventCount - 20) - 0.5;
    const start = largeMoment + place * 9 * 24 * 60 * minute;
    const isOnline = number % 2 === 0;
    const [city, format] = [random.pick(cities), random.pick(['offline', 'hybrid'] as const)];
    return {
      id: number,
      title: title(number, 4),
      slug: `event-number-${number}-${pickWord()}`,
      start: formatLocal(start),
      end: formatLocal(start).replace('18:30', '21:00'),
      timezone: 'Europe/Berlin',
      published: '2020-01-01',
      venue: isOnline ? `Online; ${longWord}` : write(6),
      ...(isOnline
        ? { ...online, format: 'online' }
        : { city, country: 'Germany', format, tags: ['investor-circle', format] }),
      summary: write(22),
      description: [write(36), write(36), write(36)].join('\n\n'),
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
      readTime: `${4 + random.below(8)} min read`,
      category: random.pick(['Tech', 'Culture', 'Investment']),
      author: title(number, 2),
    })),
    team: list(30, (number) => ({
      id: number,
      name: title(number, 2),
      role: number === 1 ? longWord : title(number, 3),
      bio: write(20),
      photoUrl: undefined,
      linkedinUrl: `https://www.linkedin.com/in/${pickWord()}-${number}`,
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
