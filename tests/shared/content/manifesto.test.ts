import { expect, test } from 'vitest';
import { manifesto } from '#shared/content/manifesto.ts';

test('the manifesto has the six sections of the specification, in its order', () => {
  expect(manifesto.sections.map(({ title }) => title)).toEqual([
    'Why We Exist',
    'What We Believe',
    'Our Promise',
    'Who We Support',
    'How We Do It',
    'The Future We Imagine',
  ]);
});

test('the manifesto looks ahead to 2047, the 100th year of independence', () => {
  const words = manifesto.sections.flatMap(({ statement, paragraphs }) => [
    statement,
    ...paragraphs,
  ]);
  expect(words.join(' ')).toMatch(/2047, the 100th year of independence/);
});

test('every section of the manifesto has a statement and something that follows it', () => {
  for (const { statement, paragraphs } of manifesto.sections) {
    expect(statement.length).toBeGreaterThan(20);
    expect(paragraphs.length).toBeGreaterThan(0);
  }
});
