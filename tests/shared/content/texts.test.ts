import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reservedIds } from '#client/reserved-ids.ts';
import { checkContent } from '#scripts/build/check-content.ts';
import { siteContent } from '#shared/content.ts';
import { isTimeZone } from '#shared/local-time.ts';
import { site } from '#shared/site.ts';

const folder = join(import.meta.dirname, '../../../shared/content');
/** Every file but the words of the mails, which have tokens of their own. */
const names = readdirSync(folder).filter((name) => /(?<!newsletter)\.ts$/.test(name));

/** Every text of a file with the way to it, such as `terms.sections.4.paragraphs.0`. */
function listTexts(value: unknown, way: readonly string[] = []): { way: string; text: string }[] {
  if (typeof value === 'string') return [{ way: way.join('.'), text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => listTexts(part, [...way, name]));
}

/** Entries have a check of their own, in words for an editor (`scripts/check-content/check-content.ts`). */
const entries = /^(eventEntries|posts|team|partners|questions|tagNames|tagColours)\./;

/** Where the pages look for `{email}`; anywhere else the visitor would read the token itself. */
const emailPlaces =
  /^(contact\.formNote|thankYou\.contactText|newsletterOutcomes\.[\w-]+\.text|(failure|badRequest|methodNotAllowed)\.text|(privacy|terms)\.sections\.\d+\.(paragraphs|list)\.\d+)$/;

test('the facts of the network can be used as they are written: its name fits two lines of a phone', () => {
  expect(site.name).toMatch(/^.{1,30}$/);
  for (const url of [site.origin, site.inviteUrl]) expect(url).toMatch(/^https:\/\/\S+$/);
  expect(site.identity.domain).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
  expect(String(site.identity.year)).toMatch(/^20\d\d$/);
  expect(isTimeZone(site.timezone)).toBe(true);
  for (const text of Object.values(site.publisher)) expect(text).toMatch(/^\S.*\S$/);
});

test('nothing is wrong with any entry, nor with the files that it names', async () => {
  expect(await checkContent()).toEqual(siteContent);
});

test.each(names)('the texts of shared/content/%s are clean', async (name) => {
  const texts = listTexts(await import(join(folder, name)));
  for (const { way, text } of texts) {
    // No address that a deployment may change.
    for (const wrong of [site.email, site.origin]) expect(text, way).not.toContain(wrong);
    expect(text, way).not.toMatch(/lorem ipsum|\[object/i);
    if (way.endsWith('.id')) expect(text, way).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    if (entries.test(way)) continue;
    // Only the token {email}, where a page replaces it.
    if (text.includes('{email}')) expect(way).toMatch(emailPlaces);
    expect(text.replaceAll('{email}', ''), way).not.toMatch(/[{}<>]|&[#\w]\w+;/);
    expect(text, way).not.toBe('');
    expect(text, way).not.toMatch(/^\s|\s$| {2}|\t| \n|\n |\btbd\b|undefined/i);
  }
  // No two sections of one page share an anchor, and none has that of a part of every page.
  const anchors = texts.filter(({ way }) => /\.\d+\.id$/.test(way));
  const named = anchors.map(({ way, text }) => `${way.replace(/\d+\.id$/, '')}${text}`);
  expect(named).toEqual([...new Set(named)]);
  for (const { way, text } of anchors) expect(reservedIds, way).not.toContain(text);
});

test('a portrait takes at most 6 kB and holds nothing but shapes', () => {
  const drawings = globSync(join(folder, '../../public/portraits/*.svg'));
  const paths = siteContent.team.map(({ photoUrl }) => photoUrl);
  const shown = new Set(paths.filter((path) => path?.startsWith('/portraits/')));
  expect(drawings.length).toBeGreaterThanOrEqual(shown.size);
  for (const content of drawings.map((path) => readFileSync(path, 'utf8'))) {
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(6 * 1024);
    expect(content).not.toMatch(/<script|<style|style=|href="(?!#)|on\w+=/);
  }
});
