import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { askFor, everyRow } from '../../helpers/every-response.ts';
import { parseHtml, readLines } from '../../helpers/parse-html.ts';
import { readPage } from '../../helpers/read-page.ts';
import { someEvent } from '../../helpers/some-event.ts';

/* Every page as text without styles: copied, in a reader mode, in a text browser. */

/** Where the text of one element ends in a word and the next one goes on with a word. */
function findGluedWords(html: string): readonly string[] {
  return readLines(parseHtml(html)).flatMap((texts) =>
    texts.flatMap((text, index) => {
      const next = texts[index + 1] ?? '';
      return /[^\s(“‘/]$/u.test(text) && /^[\p{L}\p{N}(©↔]/u.test(next)
        ? [`${text.slice(-30)}|${next.slice(0, 30)}`]
        : [];
    }),
  );
}

test.each(everyRow)('no two words of $id are glued together', async (row) => {
  expect(findGluedWords((await askFor(row)).text)).toEqual([]);
});

test.each([
  `/events?event=${someEvent.slug}`,
  '/events?view=calendar',
  '/events?month=october&city=online',
  '/thank-you?type=interest',
  '/thank-you?type=newsletter',
])('no two words of %s are glued together', async (address) => {
  expect(findGluedWords((await readPage(address, createApp())).response.text)).toEqual([]);
});
