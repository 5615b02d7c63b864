import { join } from 'node:path';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { expect, test } from 'vitest';
import { createKeys } from '#server/newsletter/keys/keys.ts';
import { createComposer } from '#server/newsletter/mail/compose.ts';
import { footMarker } from '#server/newsletter/mail/mail-layout.ts';
import { findEditionFaults, readEdition } from '#server/newsletter/operator/edition.ts';
import { site } from '#shared/site.ts';
import { makeFolder } from '../../../helpers/until-test-ends.ts';

/* An edition as it is read from the operator's files. send.test.ts tests the mails. */

async function read(text: string, page?: string, subject = 'A') {
  const folder = await makeFolder({ text, page: page ?? '' });
  const html = page === undefined ? undefined : join(folder, 'page');
  return readEdition({ subject, text: join(folder, 'text'), html }, site.name);
}

/** Lines of a text edition. The marks ‹ and › enclose the expected links. */
const linked = [
  ...['‹https://en.example.org/wiki/Setu_(film)›', '(see ‹https://example.org/wiki/Setu_(film)›)'],
  ...['[‹https://example.org/[b]›],', '“‹https://example.org/c›”', '“‹https://example.org/d›.”'],
  ...['„‹https://example.org/e›“', '«‹https://example.org/f›»', '»‹https://example.org/g›«'],
  ...['‘‹https://example.org/h›’!', '「‹https://example.org/i›」。', '‹https://example.org/j›…'],
  ...[
    '‹https://hi.example.org/wiki/भारत›।',
    "'‹https://example.org/k›'",
    '*‹https://example.org/l›*',
  ],
  ...['‹Https://example.org/m›', '‹HTTP://EXAMPLE.ORG/n›?', '‹https://example.org/p›...'],
  '‹https://example.org/o?a=b&c=d#e-›',
];

test('a file with the same words is the same edition, whichever program saved it', async () => {
  const letter = 'Dear readers\n\n  https://example.org/a\nOn the way';
  const page = '<!DOCTYPE html>\n<p>\u{1fab7}</p>';
  const { id } = await read(letter, page);
  for (const save of [
    (text: string) => `${text.replaceAll('\n', ' \t\n')}\n\n`,
    (text: string) => `\ufeff${text}\n`.replaceAll('\n', '\r\n'),
    (text: string) => text.replaceAll('\n', '\r'),
  ]) {
    expect((await read(save(letter), save(page))).id).toBe(id);
  }
});

test('a link in a text edition ends with its address', async () => {
  const { html } = await read(linked.join('\n\n').replaceAll(/[‹›]/g, ''));
  const link = /<p>[^<]*<a href="([^"]*)"[^>]*>([^<]*)<\/a>[^<]*<\/p>/g;
  const found = [...html.matchAll(link)].map(([, ...both]) => both);
  const addresses = linked.map((line) => line.replace(/.*‹(.*)›.*/, '$1').replace('&', '&amp;'));
  expect(found).toEqual(addresses.map((address) => [address, address]));
});

test.each([
  '<html><body><p>a</p></body></html><!-- </body> -->',
  '<!-- no </body> yet --><html><body><p>b</p></body></html>',
  '<p>a fragment',
  '<html><body><p>never closed</p><!-- a comment',
  '<html><body><div style="display:none">unclosed</body></html>',
  '<html><body><table><tr><td>unclosed</body></html>',
  '<html><head><title></body></title></head><body>title</BODY ></html>',
  '<html><body><textarea></body></textarea><p>c</p></html>',
  '<html><body><p title="</body>">d</p><style>/* </body> */</style></body>',
  '<html><body><!--[if mso]><p>Outlook</p><![endif]--><![if !mso]>others<![endif]></body></html>',
])('no markup of an HTML edition hides the unsubscribe link: %s', async (page) => {
  const { html } = await read('text', page);
  expect(html.split(footMarker)).toHaveLength(2);
  const document = parse(html.replace(footMarker, '<a></a>'));
  const root = document.childNodes.find(({ nodeName }) => nodeName === 'html');
  const body = listChildren(root).find(({ nodeName }) => nodeName === 'body');
  expect(listChildren(body).map(({ nodeName }) => nodeName)).toContain('a');
  if (page.includes('mso')) expect(html).toContain('<![if !mso]>others<![endif]>');
});

const listChildren = (node: DefaultTreeAdapterTypes.Node | undefined) =>
  node && 'childNodes' in node ? node.childNodes : [];

const keys = createKeys(['a-secret-for-tests-with-thirty-two-characters']);
const compose = createComposer({ site, origin: site.origin, keys });
const listFaults = async (...words: Parameters<typeof read>) =>
  findEditionFaults(await read(...words), compose);

const faulty: readonly [Parameters<typeof read>, readonly unknown[]][] = [
  [['Dear {{first_name}},'], ['Nothing fills in "{{first_name}}": readers see it']],
  [['Dear', '<p>*|FNAME|*, *|FNAME|*</p>'], ['Nothing fills in "*|FNAME|*": readers see it']],
  [
    ['<p>Dear <a href="https://example.org">readers</a></p>'],
    [expect.stringContaining('see the tags "<p>", "<a href=\\"https://example.org\\">", "</a>"')],
  ],
  [['a', undefined, 'é'.repeat(300)], [expect.stringMatching(/^The subject has 300 characters/)]],
  [['<https://example.org/> 1 < 2 > 1, <asha@example.org> * | *', undefined, 'A {letter}'], []],
];

test.each(faulty)('%j: readers would see %j', async (words, faults) => {
  expect(await listFaults(...words)).toEqual(faults);
});

test('links and pictures that no reader could open are listed', async () => {
  const closed = [
    ...['/events', 'a.png', '//cdn.example.org/b.png', 'http://localhost:3000/', ''],
    ...['file:///home/c.png', 'data:image/png;base64,AAAA', 'cid:d', 'http://192.168.0.7/e'],
  ];
  const opened = [
    ...['https://example.org/', 'http://example.org/a,b', 'mailto:a@example.org', 'tel:+49301'],
    ...['#part', 'https://[2001:db8::1]/'],
  ];
  const link = (address: string) => `<a href="${address}">a</a>`;
  const others = '<img src="i.png"><table><tr><td background="t.png"></td></tr></table>';
  const page = [...opened, ...closed].map(link).join('') + others;
  const letter = 'Dear readers\n\nhttp://127.0.0.1:3000/f and https://example.org/g';
  expect(await listFaults(letter, page)).toEqual([
    'No reader can open "http://127.0.0.1:3000/f", "/events", "a.png", "//cdn.example.org/b.png", "http://localhost:3000/" and 7 more',
  ]);
  expect(await listFaults(letter, 'é'.repeat(50_000))).toEqual([
    expect.stringMatching(/^The HTML has 101 kB: Gmail hides /),
    'No reader can open "http://127.0.0.1:3000/f"',
  ]);
  expect(await listFaults('Dear readers\n\nhttps://example.org/g')).toEqual([]);
});
