import { describe, expect, test } from 'vitest';
import * as about from '#shared/content/about.ts';
import * as contact from '#shared/content/contact.ts';
import * as events from '#shared/content/events.ts';
import * as failure from '#shared/content/failure.ts';
import * as home from '#shared/content/home.ts';
import * as investorFaq from '#shared/content/investor-faq.ts';
import * as manifesto from '#shared/content/manifesto.ts';
import * as partners from '#shared/content/partners.ts';
import * as posts from '#shared/content/posts.ts';
import * as privacy from '#shared/content/privacy.ts';
import * as problems from '#shared/content/problems.ts';
import * as team from '#shared/content/team.ts';
import * as terms from '#shared/content/terms.ts';
import * as thankYou from '#shared/content/thank-you.ts';
import { site } from '#shared/site.ts';

const files = Object.entries({
  about,
  contact,
  events,
  failure,
  home,
  investorFaq,
  manifesto,
  partners,
  posts,
  privacy,
  problems,
  team,
  terms,
  thankYou,
});

/** Every text of a file with the way to it, such as `terms.sections.4.paragraphs.0`. */
function listTexts(value: unknown, way: readonly string[] = []): { way: string; text: string }[] {
  if (typeof value === 'string') return [{ way: way.join('.'), text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => listTexts(part, [...way, name]));
}

/** Where the pages look for `{email}`; anywhere else the visitor would read the token itself. */
const emailPlaces =
  /^(contact\.(frameNote|standIn\.text)|thankYou\.contactText|failure\.text|problems\.(?!not-found)[\w-]+\.text|(privacy|terms)\.sections\.\d+\.(paragraphs|list)\.\d+)$/;

describe.each(files)('shared/content: %s', (_name, file) => {
  const texts = listTexts(file);

  test('has texts', () => {
    expect(texts.length).toBeGreaterThan(1);
  });

  test('uses the token {email} only where a page replaces it, and no other token', () => {
    for (const { way, text } of texts) {
      const tokens = text.match(/\{.*?\}/g) ?? [];
      if (tokens.length > 0) expect(way).toMatch(emailPlaces);
      expect(tokens.filter((token) => token !== '{email}')).toEqual([]);
      expect(text.replaceAll('{email}', '')).not.toMatch(/[{}]/);
    }
  });

  test('has no stray white space and nothing unfinished', () => {
    for (const { text } of texts) {
      expect(text).toBe(text.trim());
      expect(text).not.toMatch(/ {2}|\t| \n|\n /);
      expect(text).not.toMatch(/lorem ipsum|\btbd\b|undefined|\[object/i);
    }
  });

  test('spells out no address that a deployment may change', () => {
    for (const { text } of texts) {
      expect(text).not.toContain(site.email);
      expect(text).not.toContain(site.origin);
    }
  });

  test('has ids in lower-case words joined by hyphens', () => {
    for (const { way, text } of texts) {
      if (/\.(id|slug)$/.test(way)) expect(text).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    }
  });
});

test('no two sections of one page share an anchor', () => {
  const lists = [
    about.about.reasons,
    contact.contact.reasons,
    investorFaq.questions,
    manifesto.manifesto.sections,
    privacy.privacy.sections,
    terms.terms.sections,
  ];
  for (const list of lists) {
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
  }
});
