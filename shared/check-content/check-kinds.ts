import type { InvestorQuestion } from '../content/investor-faq.ts';
import type { Partner } from '../content/partners.ts';
import type { BlogPost } from '../content/posts.ts';
import type { TagColours } from '../content/tags.ts';
import type { TeamMember } from '../content/team.ts';
import type { Content } from '../content.ts';
import type { EventFormat } from '../events/event.ts';
import type { CancellationEntry, EventEntry, MoveEntry } from '../events/event-entry.ts';
import type { Picture } from '../photographs.ts';
import type { SocialLink } from '../site.ts';
import { describeProblems } from './entry-rules.ts';

/* The fields of each entry and what they hold. The types say the same to the compiler, which editors do not run. */

/** What a field may hold. */
interface Kind {
  /** How an editor writes it. */
  readonly sample: string;
  /** What is wrong with a value; `subject` begins the sentences. */
  readonly check: (value: unknown, subject: string) => readonly string[];
}

type Kinds<Entry> = Readonly<Record<Exclude<keyof Entry, 'photograph'>, Kind>>;

function createKind<Value>(
  sample: string,
  fits: (value: unknown) => value is Value,
  checkParts: (value: Value, subject: string) => readonly string[] = () => [],
): Kind {
  const check = (value: unknown, subject: string) => {
    if (fits(value)) return checkParts(value, subject);
    const written = typeof value === 'string' ? ` “${value}”` : '';
    return [
      `${subject}${value === undefined ? ' is missing: it' : written} must be written as ${sample}`,
    ];
  };
  return { sample, check };
}

const text = createKind("'…'", (value) => typeof value === 'string');
const number = createKind('a number', (value): value is number => Number.isInteger(value));

function oneOf<Word extends string>(...words: readonly Word[]): Kind {
  const isWord = (value: unknown): value is Word => words.some((word) => word === value);
  return createKind(words.map((word) => `'${word}'`).join(' or '), isWord);
}

function listOf({ sample, check }: Kind): Kind {
  return createKind(
    `[${sample}]`,
    (value): value is readonly unknown[] => Array.isArray(value),
    (list, subject) => list.flatMap((each) => check(each, `each of ${subject}`)),
  );
}

function optional({ sample, check }: Kind): Kind {
  return { sample, check: (value, subject) => (value === undefined ? [] : check(value, subject)) };
}

function fieldsOf<Entry>(kinds: Kinds<Entry>): Kind {
  const fields = Object.entries<Kind>(kinds);
  return createKind(
    `{ ${fields.map(([name, { sample }]) => `${name}: ${sample}`).join(', ')} }`,
    (value): value is object => typeof value === 'object' && value !== null,
    (given, subject) => {
      const values = new Map(Object.entries(given));
      const name = (field: string) =>
        subject === 'it' ? `its ${field}` : `the ${field} of ${subject}`;
      return [
        ...fields.flatMap(([field, { check }]) => check(values.get(field), name(field))),
        ...[...values.keys()].flatMap((field) =>
          Object.hasOwn(kinds, field)
            ? []
            : `${name(field)} is no field that exists: correct or delete it`,
        ),
      ];
    },
  );
}

/** Fields that hold texts. */
function texts<Field extends string>(...fields: readonly Field[]): Record<Field, Kind>;
function texts(...fields: readonly string[]): Readonly<Record<string, Kind>> {
  return Object.fromEntries(fields.map((field) => [field, text]));
}

const picture = optional(fieldsOf<Picture>(texts('file', 'alt')));
const colours = fieldsOf<TagColours>(texts('text', 'fill'));
const place = { start: optional(text), end: optional(text), venue: optional(text) };

const event = fieldsOf<EventEntry>({
  id: number,
  ...texts('title', 'slug', 'start', 'end', 'timezone', 'published', 'city', 'country', 'venue'),
  ...texts('summary', 'description'),
  moved: optional(listOf(fieldsOf<MoveEntry>({ on: text, ...place }))),
  cancelled: optional(fieldsOf<CancellationEntry>(texts('on', 'reason'))),
  format: oneOf<EventFormat>('online', 'offline', 'hybrid'),
  tags: listOf(text),
  picture,
});

const post = fieldsOf<BlogPost>({
  ...texts('id', 'title', 'excerpt', 'date', 'readTime', 'author'),
  category: oneOf<BlogPost['category']>('Tech', 'Culture', 'Investment'),
  picture,
});

const member = fieldsOf<TeamMember>({
  id: number,
  ...texts('name', 'role', 'bio', 'linkedinUrl'),
  photoUrl: optional(text),
});

const question = fieldsOf<InvestorQuestion>({
  ...texts('id', 'question'),
  answer: listOf(text),
  steps: optional(listOf(text)),
});

const profile = fieldsOf<SocialLink>({
  network: oneOf<SocialLink['network']>('LinkedIn', 'Instagram', 'X'),
  url: optional(text),
});

const kinds: readonly (readonly [list: keyof Content, kind: Kind])[] = [
  ['events', event],
  ['posts', post],
  ['team', member],
  ['partners', fieldsOf<Partner>(texts('id', 'name'))],
  ['questions', question],
  ['tagColours', fieldsOf<Content['tagColours'][string]>({ light: colours, dark: colours })],
  ['social', profile],
];

/**
 * Which fields of entries are missing, of a wrong kind or unknown, in words for an editor. Where this finds
 * something, the content is not of its type, and nothing else should read it.
 */
export function listKindProblems(content: Content): readonly string[] {
  return kinds.flatMap(([list, { check }]) =>
    Object.entries<object>(content[list]).flatMap(([key, entry]) =>
      describeProblems(list, { id: key, ...entry }, check(entry, 'it')),
    ),
  );
}
