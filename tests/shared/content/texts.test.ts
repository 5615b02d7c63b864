import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reservedIds } from '#client/reserved-ids.ts';
import { siteContent } from '#shared/content.ts';
import { site } from '#shared/site.ts';

const folder = join(import.meta.dirname, '../../../shared/content');
/** All files except the words of the mails, which have tokens of their own. */
const names = readdirSync(folder).filter((name) => /(?<!newsletter)\.ts$/.test(name));

/** Every text of a file with its path, such as `terms.sections.4.paragraphs.0`. */
function listTexts(value: unknown, way: readonly string[] = []): { way: string; text: string }[] {
  if (typeof value === 'string') return [{ way: way.join('.'), text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => listTexts(part, [...way, name]));
}

/** Lists of entries, which `scripts/check-content/check-content.ts` checks. */
const entries = /^(eventEntries|posts|team|partners|questions|tagNames|tagColours)\./;

/** The texts in which pages replace `{email}`; anywhere else the visitor would read the token. */
const emailPlaces =
  /^(contact\.formNote|thankYou\.contactText|newsletterOutcomes\.[\w-]+\.text|(failure|badRequest|methodNotAllowed)\.text|(privacy|terms)\.sections\.\d+\.(paragraphs|list)\.\d+)$/;

test.each(names)('the texts of shared/content/%s are clean', async (name) => {
  const texts = listTexts(await import(join(folder, name)));
  for (const { way, text } of texts) {
    // No address that a deployment can change.
    for (const wrong of [site.email, site.origin]) expect(text, way).not.toContain(wrong);
    expect(text, way).not.toMatch(/lorem ipsum|\[object/i);
    if (way.endsWith('.id')) expect(text, way).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    if (entries.test(way)) continue;
    // No token except {email}, where a page replaces it.
    if (text.includes('{email}')) expect(way).toMatch(emailPlaces);
    expect(text.replaceAll('{email}', ''), way).not.toMatch(/[{}<>]|&[#\w]\w+;/);
    expect(text, way).not.toMatch(/^\s|\s$| {2}|\t| \n|\n |\btbd\b|undefined/i);
  }
  // The anchors of a page's sections differ from each other and from the ids of every page's parts.
  const anchors = texts.filter(({ way }) => /\.\d+\.id$/.test(way));
  const named = anchors.map(({ way, text }) => `${way.replace(/\d+\.id$/, '')}${text}`);
  expect(named).toEqual([...new Set(named)]);
  for (const { way, text } of anchors) expect(reservedIds, way).not.toContain(text);
});

test('a portrait has at most 6 kB and contains only shapes', () => {
  const drawings = globSync(join(folder, '../../public/portraits/*.svg'));
  const paths = siteContent.team.map(({ photoUrl }) => photoUrl);
  const shown = new Set(paths.filter((path) => path?.startsWith('/portraits/')));
  expect(drawings.length).toBeGreaterThanOrEqual(shown.size);
  for (const content of drawings.map((path) => readFileSync(path, 'utf8'))) {
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(6 * 1024);
    expect(content).not.toMatch(/<script|<style|style=|href="(?!#)|on\w+=/);
  }
});
