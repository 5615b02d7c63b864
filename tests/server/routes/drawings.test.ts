import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { formatDrawingPath, lineId } from '#shared/drawing-files.ts';
import { drawnFiles } from '#shared/drawn-files.ts';
import { findElements, type HtmlElement, parseHtml } from '../../helpers/parse-html.ts';
import { findAll, parseXml } from '../../helpers/parse-xml.ts';
import { hasAttribute } from '../../helpers/read-page.ts';

const app = createApp();

async function read(path: string): Promise<HtmlElement> {
  return parseHtml((await request(app).get(path)).text);
}

test.each([
  ['/events?view=list', 3],
  ['/events?view=calendar', 1],
  ['/events?city=berlin&format=online', 1],
  ['/blog', 3],
  ['/about', 11],
  ['/thank-you', 1],
  ['/thank-you?type=interest', 1],
  ['/thank-you?type=newsletter', 1],
])(
  '%s has its drawings, each also in a file for a page that is reached by a click',
  async (path, count) => {
    const lines = findElements(await read(path), (element) => {
      return element.name === 'path' && element.attributes.has('id');
    });
    expect(lines).toHaveLength(count);
    for (const { attributes } of lines) {
      const { status, text, headers } = await request(app)
        .get(formatDrawingPath(attributes.get('id') ?? ''))
        .buffer(true)
        .parse((response, done) => {
          response.setEncoding('utf8');
          let whole = '';
          response.on('data', (part: string) => {
            whole += part;
          });
          response.on('end', () => done(null, whole));
        })
        .then(({ status, headers, body }) => ({ status, headers, text: String(body) }));
      expect([attributes.get('id'), status]).toEqual([attributes.get('id'), 200]);
      expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8');
      const [line] = findAll(parseXml(text), 'path');
      expect(line?.getAttribute('id')).toBe(lineId);
      expect(line?.getAttribute('d')).toBe(attributes.get('d'));
    }
  },
);

test('a drawing that no page has is not drawn for a stranger', async () => {
  expect((await request(app).get(formatDrawingPath('emblem-anything'))).status).toBe(404);
});

test('the fixed lines of the pages are in the file of the mark', async () => {
  const text = await readFile(
    join(import.meta.dirname, '../../../public', drawnFiles.lines),
    'utf8',
  );
  const ids = findAll(parseXml(text), 'path').map((path) => path.getAttribute('id'));
  const used = await Promise.all(
    ['/', '/manifesto', '/no/such/page'].map(async (path) =>
      findElements(await read(path), hasAttribute('href'))
        .filter(({ name }) => name === 'use')
        .flatMap(({ attributes }) => attributes.get('href') ?? []),
    ),
  );
  const names = used
    .flat()
    .filter((href) => href.startsWith(`${drawnFiles.lines}#`))
    .map((href) => href.split('#')[1]);
  expect(new Set(names)).toEqual(
    new Set(['mark', 'hero-wide', 'hero-narrow', 'three-items', 'progress', 'not-found-wide']),
  );
  expect(names.filter((name) => name !== 'mark' && !ids.includes(name ?? ''))).toEqual([]);
});
