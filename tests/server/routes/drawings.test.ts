import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import {
  formatDrawingPath,
  lineId,
  nameEmblem,
  namePortraitRing,
} from '#shared/kolam/drawing-files.ts';
import { drawEmblem, drawLine, drawPortraitRing } from '#shared/kolam/drawings.ts';
import { sampleContent } from '../../helpers/content/sample-content.ts';
import { listElements } from '../../helpers/documents/parse-html.ts';
import { listAll, parseXml } from '../../helpers/documents/parse-xml.ts';
import { ask } from '../../helpers/site/ask.ts';
import { readPage } from '../../helpers/site/read-page.ts';

const app = createApp({ content: sampleContent, now: () => new Date('2025-10-01') });

test.each([
  ...['/events?view=calendar', '/events?month=december&city=berlin', '/events'],
  ...['/blog', '/about', '/thank-you', '/thank-you?type=interest', '/thank-you?type=newsletter'],
])('%s has its drawings, and each is also in a file', async (path) => {
  const { root } = await readPage(path, app);
  const lines = listElements(root, 'path').filter(({ attributes }) => attributes.has('data-line'));
  expect(lines).not.toEqual([]);
  for (const { attributes } of lines) {
    const file = formatDrawingPath(attributes.get('data-line') ?? '');
    const { status, headers, body } = await ask(app, { path: file });
    expect([file, status]).toEqual([file, 200]);
    expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    const [line] = listAll(parseXml(body.toString()), 'path');
    expect(line?.getAttribute('id')).toBe(lineId);
    expect(line?.getAttribute('d')).toBe(attributes.get('d'));
  }
});

test('the failure page, which has no address, has its drawing; invented names are not drawn', async () => {
  expect((await ask(app, { path: formatDrawingPath('emblem-failure') })).status).toBe(200);
  expect((await ask(app, { path: formatDrawingPath('emblem-anything') })).status).toBe(404);
});

test('the name of a drawing leads to its line: a portrait has a ring, everything else an emblem', () => {
  const name = 'Ana María (she/her)';
  expect(drawLine(namePortraitRing(name))).toBe(drawPortraitRing(name).path);
  expect(drawLine(nameEmblem(name))).toBe(drawEmblem(name).path);
});
