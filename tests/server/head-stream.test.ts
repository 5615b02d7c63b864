import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeadStream } from '#server/render/head-stream.ts';

const nothing = () => {};

/** What comes out when these chunks go in. */
const send = (chunks: readonly (string | Buffer)[], insertion = '<style></style>') =>
  text(
    Readable.from(chunks.map((chunk) => Buffer.from(chunk))).pipe(
      new HeadStream(insertion, nothing),
    ),
  );

const html = '<html><head><title>Ä</title></head><body>x</head></body></html>';
const expected = '<html><head><title>Ä</title><style></style></head><body>x</head></body></html>';

test('the insertion stands once, before the first </head>', async () => {
  expect(await send([html])).toBe(expected);
});

test('wherever the document is cut in two, the insertion is in its place', async () => {
  const bytes = Buffer.from(html);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    expect(await send([bytes.subarray(0, cut), bytes.subarray(cut)])).toBe(expected);
  }
});

test('wherever the document is cut in three around </head>, the insertion is in its place', async () => {
  const bytes = Buffer.from(html);
  const near = bytes.indexOf('</head>');
  for (let first = near - 2; first <= near + 9; first += 1) {
    for (let second = first; second <= near + 9; second += 1) {
      const chunks = [
        bytes.subarray(0, first),
        bytes.subarray(first, second),
        bytes.subarray(second),
      ];
      expect(await send(chunks)).toBe(expected);
    }
  }
});

test('byte by byte, the insertion is in its place', async () => {
  expect(await send([...Buffer.from(html)].map((byte) => Buffer.from([byte])))).toBe(expected);
});

test('any document in any pieces is the document with the insertion before its first </head>', async () => {
  const part = fc.oneof(
    fc.constantFrom('</head>', '<', '</', '</he', '</head', 'ad>', '>', 'हे', '😀', ' '),
    fc.string({ maxLength: 5 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part), fc.array(fc.nat(40)), async (parts, sizes) => {
      const document = parts.join('');
      const bytes = Buffer.from(document);
      const chunks: Buffer[] = [];
      let place = 0;
      for (const size of sizes) {
        chunks.push(bytes.subarray(place, place + size));
        place += size;
      }
      chunks.push(bytes.subarray(place));
      const at = document.indexOf('</head>');
      const whole = at < 0 ? document : `${document.slice(0, at)}<i>${document.slice(at)}`;
      expect(await send(chunks, '<i>')).toBe(whole);
    }),
  );
});

test('an insertion that looks like a replacement pattern is inserted as it is', async () => {
  expect(await send(['a</head>b'], "$& $' </head>")).toBe("a$& $' </head></head>b");
});

test('a document without a head passes unchanged, to its last byte', async () => {
  expect(await send(['<p>no head', '</hea'])).toBe('<p>no head</hea');
  expect(await send([])).toBe('');
});

test('flush reaches the response as often as React calls it', () => {
  let flushed = 0;
  const stream = new HeadStream('', () => {
    flushed += 1;
  });
  stream.flush();
  stream.flush();
  expect(flushed).toBe(2);
});

test('what came before the flush has left the stream by then', async () => {
  const arrived: string[] = [];
  const stream = new HeadStream('<i>', nothing);
  stream.on('data', (chunk) => arrived.push(String(chunk)));
  await new Promise((resolve) => stream.write('<head></head><body>shell', resolve));
  expect(arrived.join('')).toBe('<head><i></head><body>shell');
  stream.end();
});
