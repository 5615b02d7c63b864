import { expect, test } from 'vitest';
import { investorFaq } from '#shared/content/investor-faq.ts';

const { questions, lead, title } = investorFaq;

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

test('the FAQ has ten questions on the subjects of the specification, in its order', () => {
  expect(title).toBe('Investor FAQ');
  expect(questions).toHaveLength(10);
  for (const [index, subject] of subjects.entries()) {
    expect(questions[index]?.question).toMatch(subject);
  }
});

test('the sentence above the questions counts them rightly', () => {
  expect(lead).toMatch(/^Ten questions/);
});

test('every question ends in a question mark and has an answer', () => {
  for (const { question, answer } of questions) {
    expect(question).toMatch(/\?$/);
    expect(answer.join(' ').length).toBeGreaterThan(20);
  }
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
  const steps = questions.flatMap((question) => question.steps ?? []);
  expect(questions.at(-1)?.steps).toHaveLength(4);
  expect(steps).toHaveLength(4);
  expect(steps.join(' ')).toContain('within 48 hours');
});
