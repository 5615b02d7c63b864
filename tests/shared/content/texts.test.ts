import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkContent } from '#scripts/build/check-content.ts';
import { about } from '#shared/content/about.ts';
import { questions } from '#shared/content/investor-faq.ts';
import { publisher } from '#shared/content/legal-text.ts';
import { privacy } from '#shared/content/privacy.ts';
import { terms } from '#shared/content/terms.ts';
import { siteContent } from '#shared/content.ts';
import { site } from '#shared/site.ts';

const folder = join(import.meta.dirname, '../../../shared/content');
/** Every file but the words of the mails, which have tokens of their own. */
const names = readdirSync(folder).filter((name) => /(?<!newsletter)\.ts$/.test(name));
const files = await Promise.all(
  names.map(async (name): Promise<[string, unknown]> => [name, await import(join(folder, name))]),
);

/** Every text of a file with the way to it, such as `terms.sections.4.paragraphs.0`. */
function listTexts(value: unknown, way: readonly string[] = []): { way: string; text: string }[] {
  if (typeof value === 'string') return [{ way: way.join('.'), text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => listTexts(part, [...way, name]));
}

/** Where the pages look for `{email}`; anywhere else the visitor would read the token itself. */
const emailPlaces =
  /^(contact\.(frameNote|standIn\.text)|thankYou\.contactText|failure\.text|newsletterOutcomes\.[\w-]+\.text|problems\.(?!not-found)[\w-]+\.text|(privacy|terms)\.sections\.\d+\.(paragraphs|list)\.\d+)$/;

test('nothing is wrong with any entry, nor with the files that it names', async () => {
  expect((await checkContent()).siteContent).toEqual(siteContent);
}, 60_000);

test.each(files)('the texts of shared/content/%s are clean', (_name, file) => {
  const texts = listTexts(file);
  for (const { way, text } of texts) {
    // Only the token {email}, where a page replaces it, and no address that a deployment may change.
    if (text.includes('{email}')) expect(way).toMatch(emailPlaces);
    expect(text.replaceAll('{email}', '')).not.toMatch(/[{}]/);
    expect(text).not.toContain(site.email);
    expect(text).not.toContain(site.origin);
    expect(text).not.toMatch(/^\s|\s$| {2}|\t| \n|\n |lorem ipsum|\btbd\b|undefined|\[object/i);
    if (/\.(id|slug)$/.test(way)) expect(text).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  }
  // No two sections of one page share an anchor.
  const anchors = texts.filter(({ way }) => /\.\d+\.id$/.test(way));
  const named = anchors.map(({ way, text }) => `${way.replace(/\d+\.id$/, '')}${text}`);
  expect(named).toEqual([...new Set(named)]);
});

test('the title above the reasons counts them rightly', () => {
  expect(about.reasonsTitle).toMatch(/^Four reasons/);
  expect(about.reasons).toHaveLength(4);
});

/* The subjects of the specification, in its order. */

test('the FAQ has questions on the ten subjects, and what an answer cannot do without', () => {
  const subjects = [
    ...[/\bclub\b/, /\bjoin\b/, /\b2047\b/, /\bEurope\b/, /\btypes of investment\b/, /\brisks\b/],
    ...[/\bbeyond returns\b/, /\bdifferent from venture capital\b/, /\bWho can join\b/],
    /\bget started\b/,
  ];
  const places = subjects.map((subject) =>
    questions.findIndex(({ question }) => subject.test(question)),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  for (const [question, words] of [
    [/types of investment/, /short-term project finance.*\bequity\b.*\bgrants\b/i],
    [/risks/, /Curation.*Education.*Syndication/],
    [/^Who can join/, /Indian diaspora.*another origin who shares the cultural affinity/],
    [/get started/, /within 48 hours/],
  ] as const) {
    const found = questions.find((entry) => question.test(entry.question));
    expect([...(found?.answer ?? []), ...(found?.steps ?? [])].join(' ')).toMatch(words);
  }
  const start = questions.find(({ question }) => /get started/.test(question));
  expect(start?.steps).toHaveLength(4);
});

describe.each([
  [
    privacy,
    ...['information we collect', 'use', 'sharing', 'retention', 'rights', 'cookies and analytics'],
    ...['security', 'international transfers', 'changes', 'contact'],
  ],
  [
    terms,
    ...['acceptance', 'description', 'conduct', 'investment disclaimer', 'intellectual property'],
    ...['privacy', 'liability', 'indemnification', 'termination', 'governing law', 'changes'],
    'contact',
  ],
])('$title', ({ sections }, ...subjects) => {
  test('has sections on the subjects of the specification, each of which says something', () => {
    expect(sections.map(({ title }) => title.toLowerCase())).toEqual(
      subjects.map((subject) => expect.stringContaining(subject)),
    );
    for (const { paragraphs } of sections) expect(paragraphs.join(' ').length).toBeGreaterThan(20);
  });

  test('names the publisher, and says in its last section how to reach us', () => {
    expect(publisher).toContain(site.name);
    expect(JSON.stringify(sections)).toContain(publisher);
    expect(sections.at(-1)?.paragraphs.join(' ')).toContain('{email}');
  });
});

test('the terms say that nothing is advice and that the site is used at your own risk', () => {
  const disclaimer = terms.sections.find(({ id }) => id === 'investment-disclaimer');
  const words = disclaimer?.paragraphs.join(' ');
  expect(words).toMatch(/Nothing on this website is investment, legal or tax advice/);
  expect(words).toMatch(/at your own risk/);
});
