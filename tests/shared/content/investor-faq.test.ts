import { expect, test } from 'vitest';
import { questions } from '#shared/content/investor-faq.ts';

/** The ten subjects of the specification, in its order, and a word that the entry cannot do without. */
const subjects = [
  /\bclub\b/,
  /\bjoin\b/,
  /\b2047\b/,
  /\bEurope\b/,
  /\btypes of investment\b/,
  /\brisks\b/,
  /\bbeyond returns\b/,
  /\bdifferent from venture capital\b/,
  /\bWho can join\b/,
  /\bget started\b/,
];

function findEntry(question: RegExp): string {
  const found = questions.find((entry) => question.test(entry.question));
  return [...(found?.answer ?? []), ...(found?.steps ?? [])].join(' ');
}

test('the FAQ has questions on the ten subjects of the specification, in its order', () => {
  const places = subjects.map((subject) =>
    questions.findIndex(({ question }) => subject.test(question)),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('the types of investment are short-term project finance, equity and grants', () => {
  const answer = findEntry(/types of investment/);
  for (const type of [/short-term project finance/i, /\bequity\b/i, /\bgrants\b/i]) {
    expect(answer).toMatch(type);
  }
});

test('the risks are met by curation, education and syndication', () => {
  const answer = findEntry(/risks/);
  for (const means of ['Curation', 'Education', 'Syndication']) expect(answer).toContain(means);
});

test('the diaspora can join, and so can others who share the cultural affinity', () => {
  const answer = findEntry(/^Who can join/);
  expect(answer).toMatch(/Indian diaspora/);
  expect(answer).toMatch(/another origin who shares the cultural affinity/);
});

test('getting started takes four steps, and the review 48 hours', () => {
  const steps = questions.find(({ question }) => /get started/.test(question))?.steps;
  expect(steps).toHaveLength(4);
  expect(steps?.join(' ')).toContain('within 48 hours');
});
