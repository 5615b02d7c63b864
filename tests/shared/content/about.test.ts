import { expect, test } from 'vitest';
import { about } from '#shared/content/about.ts';
import { partners } from '#shared/content/partners.ts';

test('the network exists for the four reasons of the specification', () => {
  const words = about.reasons.map(({ title, text }) => `${title} ${text}`);
  expect(words).toHaveLength(4);
  expect(words[0]).toMatch(/Government tailwinds/);
  expect(words[1]).toMatch(/Diaspora expertise/);
  expect(words[2]).toMatch(/Friction in capital, culture and regulation/);
  expect(words[3]).toMatch(/demand for structured, trust-based dealflow/);
});

test('the title above the reasons counts them rightly', () => {
  expect(about.reasonsTitle).toMatch(/^Four reasons/);
});

test('the page ends with Get In Touch', () => {
  expect(about.getInTouch.title).toBe('Get In Touch');
});

test('there are eight partner tiles, each with a name and a drawing of its own', () => {
  expect(partners).toHaveLength(8);
  expect(new Set(partners.map(({ id }) => id)).size).toBe(8);
  expect(new Set(partners.map(({ name }) => name)).size).toBe(8);
});
