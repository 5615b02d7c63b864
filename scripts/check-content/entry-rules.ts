import { reservedIds } from '#client/reserved-ids.ts';
import type { Content } from '#shared/content.ts';
import { isTimeZone } from '#shared/dates/local-time.ts';

/** A mistake in an entry, as the end of a sentence that begins with the entry's name; false or undefined if none. */
export type Problem = string | false | undefined;

/** The file of each list, and where it stands there. */
const lists: Readonly<Record<keyof Content, { file: string; path: readonly string[] }>> = {
  events: { file: 'shared/content/events.ts', path: ['eventEntries'] },
  posts: { file: 'shared/content/posts.ts', path: ['posts'] },
  team: { file: 'shared/content/team.ts', path: ['team'] },
  partners: { file: 'shared/content/partners.ts', path: ['partners'] },
  questions: { file: 'shared/content/investor-faq.ts', path: ['questions'] },
  tagNames: { file: 'shared/content/tags.ts', path: ['tagNames'] },
  tagColours: { file: 'shared/content/tags.ts', path: ['tagColours'] },
  social: { file: 'shared/site.ts', path: ['site', 'social'] },
};

/** A mistake in a file of editors, and where it stands: `['eventEntries', 3]`. */
export interface ContentProblem {
  readonly file: string;
  readonly path: readonly (string | number)[];
  /** `“Printed cotton”: its date …` */
  readonly sentence: string;
}

/** The fields that name an entry for an editor: the first of these that is not empty. */
const names = ['title', 'name', 'question', 'network', 'slug', 'id'];

/** The name of an entry for an editor. */
export function nameEntry(entry: object): string {
  const given = new Map<string, unknown>(Object.entries(entry));
  return `“${names.map((field) => given.get(field)).find(Boolean) ?? ''}”`;
}

/** Problems of one entry of a list. `key` is its position, or its name in an object. */
export function describeProblems(
  list: keyof Content,
  key: string | number,
  entry: object,
  problems: readonly Problem[],
): readonly ContentProblem[] {
  const { file, path } = lists[list];
  return problems.flatMap((problem) =>
    problem ? [{ file, path: [...path, key], sentence: `${nameEntry(entry)}: ${problem}.` }] : [],
  );
}

/** A problem as a line for editors: `shared/content/posts.ts:12, “Printed cotton”: its date …`. */
export function formatProblem({ file, sentence }: ContentProblem, line?: number): string {
  return `${line === undefined ? file : `${file}:${line}`}, ${sentence}`;
}

/** A value that is an address, a seed and part of file names: lower-case words joined by hyphens. */
export function checkSlug(field: string, slug: string): Problem {
  if (slug.length > 60) return describeLength(field, slug.length, 60);
  return (
    !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) &&
    `its ${field} “${slug}” must be lower-case words joined by hyphens, without accents`
  );
}

/** A slug that is also the id of an element of a page, so that an address can lead to it. */
export function checkAnchor(field: string, slug: string): Problem {
  return (
    checkSlug(field, slug) ||
    (reservedIds.includes(slug) &&
      `its ${field} “${slug}” is the name of a part of the site’s pages: choose other words`)
  );
}

/** A text on one line, within its maximum length. */
export function checkText(field: string, text: string, max: number): Problem {
  if (text.trim() === '') return `its ${field} is empty`;
  if (text.length > max) return describeLength(field, text.length, max);
  return checkSpace(field, text);
}

function describeLength(field: string, length: number, max: number): string {
  return `its ${field} has ${length} characters, and there is room for ${max}`;
}

/** Paragraphs: none is empty, none is repeated, and together they fit on their page. */
export function checkParagraphs(
  field: string,
  paragraphs: readonly string[],
  max: number,
): Problem {
  if (paragraphs.length === 0) return `its ${field} is empty`;
  if (paragraphs.some((text) => text.trim() === '')) return `its ${field} has an empty paragraph`;
  const { length } = paragraphs.join('');
  if (length > max) return describeLength(field, length, max);
  const repeated = findRepeated(paragraphs);
  if (repeated !== undefined) return `its ${field} says twice “${repeated.slice(0, 40)}”`;
  return paragraphs.map((text) => checkSpace(field, text)).find(Boolean);
}

function checkSpace(field: string, text: string): Problem {
  // XML and HTML cannot contain most of these: Word, for one, pastes its line break as a control character. The last
  // ones have no width, or reverse the direction of the text. Emoji and Indian scripts need others of that kind.
  if (/^\s|\s$| {2}|[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{NChar}\u200B\u202A-\u202E]/u.test(text)) {
    return `its ${field} has a space too many, at an end or between two words, a line break, or a character that cannot be seen`;
  }
  const markUp = findMarkUp(text);
  return markUp && `its ${field} has ${markUp}`;
}

/** The mark-up that a visitor would see in a text, as the end of a sentence. */
export function findMarkUp(text: string): string | undefined {
  const [shown] = /[{}]|<\/?[a-z][^>]*>?|&[#\w]\w+;/i.exec(text) ?? [];
  return shown && `${shown}, which would be shown as it is: texts have no mark-up`;
}

/** Fields with values that must be unique in their list. */
export function checkUnique<Entry extends object>(
  entries: readonly Entry[],
  entry: Entry,
  ...fields: readonly (string & keyof Entry)[]
): readonly Problem[] {
  return fields.map((field) => {
    const first = entries.findIndex((other) => other[field] === entry[field]);
    const other = entries[first];
    return (
      other !== undefined &&
      other !== entry &&
      `its ${field} “${entry[field]}” is that of entry ${first + 1}, ${nameEntry(other)}, too: give it one of its own`
    );
  });
}

/** The first value that is in a list for the second time. */
export function findRepeated(values: readonly string[]): string | undefined {
  return values.find((value, index) => values.indexOf(value) !== index);
}

/** Whether a text is a day that exists, written as `2026-01-15`. */
export function isDay(date: string): boolean {
  const instant = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(`${date}T`);
}

/** The name of a time zone, of an event or of the network. */
export function checkTimeZone(name: string): Problem {
  return (
    !isTimeZone(name) &&
    `its timezone “${name}” does not exist: write it as Europe/Berlin or Asia/Kolkata`
  );
}

/** A letter that is not in both fonts of the site (`client/styles/font-files.ts`). */
const foreignLetter = /(?![A-Za-zªµº\u00C0-\u017F\u0218-\u021B])[\p{L}\p{M}]/gu;

/** Letters that browsers take from a font of the visitor's system, inside a word of ours. */
export function checkLetters(entry: object): Problem {
  const found = new Set(JSON.stringify(entry).match(foreignLetter));
  const letters = [...found].join('');
  return (
    letters && `“${letters}” is not in both fonts of the site: visitors may see it in another font`
  );
}
