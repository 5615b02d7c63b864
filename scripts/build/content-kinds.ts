import * as z from 'zod';
import type { TagColours } from '#shared/content/tags.ts';
import type { Content } from '#shared/content.ts';
import type { Venture } from '#shared/events/event.ts';
import type { CancellationEntry, MoveEntry } from '#shared/events/event-entry.ts';
import { describeProblems } from '../check-content/entry-rules.ts';

/* The fields of each entry and their kinds. The types say the same to the compiler, which editors do not run. */

/** All fields that an editor writes: a missing one is a compile error. The build adds `photograph`. */
type Fields<Entry> = Readonly<{
  [Field in Exclude<keyof Entry, 'photograph'>]: z.ZodType<Entry[Field]>;
}>;

const text = z.string();
const texts = z.array(text);
const photograph = { photoUrl: text.optional(), photoAlt: text.optional() };
const colours = z.strictObject({ text, fill: text } satisfies Fields<TagColours>);
const cancelled = z.strictObject({ on: text, reason: text } satisfies Fields<CancellationEntry>);
const venture = z.strictObject({ kind: text, text } satisfies Fields<Venture>);
// Exact: an undefined time or venue would replace the unchanged one.
const former = text.exactOptional();
const move = { on: text, start: former, end: former, venue: former } satisfies Fields<MoveEntry>;

const checks = [
  createCheck('events', {
    ...textFields('title', 'slug', 'start', 'end', 'timezone', 'published', 'city', 'country'),
    ...textFields('venue', 'summary', 'description'),
    id: z.int(),
    moved: z.array(z.strictObject(move)).optional(),
    cancelled: cancelled.optional(),
    format: z.enum(['online', 'offline', 'hybrid']),
    tags: texts,
    ventures: z.array(venture).optional(),
    ...photograph,
  }),
  createCheck('posts', {
    ...textFields('id', 'title', 'excerpt', 'date', 'readTime', 'author'),
    category: z.enum(['Tech', 'Culture', 'Investment']),
    ...photograph,
  }),
  createCheck('team', {
    ...textFields('name', 'role', 'bio', 'linkedinUrl'),
    id: z.int(),
    photoUrl: text.optional(),
  }),
  createCheck('partners', { id: text, name: text.optional() }),
  createCheck('questions', { id: text, question: text, answer: texts, steps: texts.optional() }),
  createCheck('tagColours', { light: colours, dark: colours }),
  checkTagNames,
  createCheck('social', { network: z.enum(['LinkedIn', 'Instagram', 'X']), url: text.optional() }),
];

/** Lists the fields that are missing, unknown or of a wrong kind. Other checks need content without such a field. */
export function listKindProblems(content: Content): readonly string[] {
  return checks.flatMap((check) => check(content));
}

function checkTagNames({ tagNames }: Content): readonly string[] {
  return Object.entries<unknown>(tagNames).flatMap(([slug, name]) =>
    describeProblems('tagNames', { slug }, [
      typeof name !== 'string' && "its name must be written as '…'",
    ]),
  );
}

/** An entry of an array, or of a record by names. */
type EntryOf<List extends keyof Content> = Content[List][keyof Content[List] & number];

function createCheck<List extends Exclude<keyof Content, 'tagNames'>>(
  list: List,
  fields: Fields<EntryOf<List>>,
) {
  const kind = z.strictObject<z.ZodRawShape>(fields);
  const error = ({ inst }: z.core.$ZodRawIssue) => showKind(inst);
  return (content: Content) => {
    const all = content[list];
    // A spread array has no holes: `[one, , two]` has one, which `Object.entries` would leave out.
    const entries = Array.isArray(all) ? [...all].entries() : Object.entries<object>(all);
    return [...entries].flatMap(([key, entry]) => {
      const issues = kind.safeParse(entry, { error, reportInput: true }).error?.issues ?? [];
      const id = typeof key === 'number' ? `entry ${key + 1}` : key;
      return describeProblems(list, { id, ...entry }, issues.flatMap(describeIssue));
    });
  };
}

function textFields<Name extends string>(...names: readonly Name[]): Record<Name, z.ZodString>;
function textFields(...names: readonly string[]): Readonly<Record<string, z.ZodString>> {
  return Object.fromEntries(names.map((name) => [name, text]));
}

function describeIssue(issue: z.core.$ZodIssue): readonly string[] {
  const { path, input, message } = issue;
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => namePath([...path, key]));
    return names.map((name) => `${name} is no field that exists: correct or delete it`);
  }
  if (path.length === 0 && input === undefined) return ['there is a comma too many: delete it'];
  const written = typeof input === 'string' ? ` “${input}”` : '';
  const problem = input === undefined ? ' is missing: it' : written;
  return [`${namePath(path)}${problem} must be written as ${message}`];
}

function namePath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((subject, step) => {
    if (typeof step === 'number') return `entry ${step + 1} of ${subject}`;
    return subject === 'it' ? `its ${String(step)}` : `the ${String(step)} of ${subject}`;
  }, 'it');
}

/** How an editor writes a value of this kind. */
function showKind(kind: unknown): string {
  if (kind instanceof z.core.$ZodOptional) return showKind(kind._zod.def.innerType);
  if (kind instanceof z.ZodArray) return `[${showKind(kind.element)}]`;
  if (kind instanceof z.ZodEnum) return kind.options.map((word) => `'${word}'`).join(' or ');
  if (kind instanceof z.ZodString) return "'…'";
  if (!(kind instanceof z.ZodObject)) return 'a whole number';
  const fields = Object.entries(kind.shape).map(([name, field]) => `${name}: ${showKind(field)}`);
  return `{ ${fields.join(', ')} }`;
}
