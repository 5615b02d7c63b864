import { expect, test } from 'vitest';
import { publisher } from '#shared/content/legal-text.ts';
import { privacy } from '#shared/content/privacy.ts';
import { terms } from '#shared/content/terms.ts';
import { site } from '#shared/site.ts';

test('the privacy policy has ten sections on the subjects of the specification, in its order', () => {
  const subjects = [
    /information we collect/i,
    /use/i,
    /sharing/i,
    /retention/i,
    /rights/i,
    /cookies and analytics/i,
    /security/i,
    /international transfers/i,
    /changes/i,
    /contact/i,
  ];
  expect(privacy.sections).toHaveLength(10);
  for (const [index, subject] of subjects.entries()) {
    expect(privacy.sections[index]?.title).toMatch(subject);
  }
});

test('the terms have twelve sections on the subjects of the specification, in its order', () => {
  const subjects = [
    /acceptance/i,
    /description/i,
    /conduct/i,
    /investment disclaimer/i,
    /intellectual property/i,
    /privacy/i,
    /liability/i,
    /indemnification/i,
    /termination/i,
    /governing law/i,
    /changes/i,
    /contact/i,
  ];
  expect(terms.sections).toHaveLength(12);
  for (const [index, subject] of subjects.entries()) {
    expect(terms.sections[index]?.title).toMatch(subject);
  }
});

test('the terms say that nothing is advice and that the site is used at your own risk', () => {
  const disclaimer = terms.sections.find(({ id }) => id === 'investment-disclaimer');
  const words = disclaimer?.paragraphs.join(' ');
  expect(words).toMatch(/Nothing on this website is investment, legal or tax advice/);
  expect(words).toMatch(/at your own risk/);
});

test.each([privacy, terms])('$title says how to reach us in its last section', ({ sections }) => {
  expect(sections.at(-1)?.title).toBe('Contact');
  expect(sections.at(-1)?.paragraphs.join(' ')).toContain('{email}');
});

test.each([privacy, terms])('$title names the publisher by the name of the site', (document) => {
  expect(publisher).toContain(site.name);
  expect(JSON.stringify(document.sections)).toContain(publisher);
});

test('every legal section says something', () => {
  for (const { paragraphs } of [...privacy.sections, ...terms.sections]) {
    expect(paragraphs.join(' ').length).toBeGreaterThan(20);
  }
});
