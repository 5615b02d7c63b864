import { type HostileRequest, host, known, type Maker, write } from './hostile-request.ts';
import type { Random } from './random.ts';

/** What a smuggler hides behind a request whose end is in doubt. Should it be answered, its status tells. */
const smuggled = (marker: string) => `GET /${marker} HTTP/1.1\r\n${host}\r\n\r\n`;

/** Requests that two programs could cut into different pieces (RFC 9112, sections 6.3 and 11.2). */
export const makeSmuggling: Maker = (random) => {
  const marker = random.marker();
  const inner = smuggled(marker);
  const padding = `X-Note: ${marker}`;
  const coding = random.pick([
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding: chunked, chunked',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding: identity, chunked, gzip',
    'Transfer-Encoding : chunked',
    'Transfer-Encoding\t: chunked',
    ' Transfer-Encoding: chunked',
    'Transfer-Encoding: \x0bchunked',
    'Transfer-Encoding: chunked\x00',
    'Transfer-Encoding: "chunked"',
    'Transfer-Encoding: chunked;q=1',
    'Transfer-Encoding:\r\n chunked\r\nTransfer-Encoding: x',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
    'X: y\nTransfer-Encoding: chunked',
    'X: y\rTransfer-Encoding: chunked',
    'Transfer_Encoding\x00: chunked',
  ] as const);
  const length = random.pick([
    '+5',
    '-1',
    '0x5',
    '5 5',
    '5,6',
    '5, 5',
    '1e1',
    '5.0',
    '',
    ' ',
    '99999999999999999999',
    '5;',
    '\xb2',
    'five',
    '5\x00',
  ] as const);
  const kind = random.below(6);
  const [lines, body] = ((): [readonly string[], string] => {
    switch (kind) {
      case 0: // both, in either order
        return random.chance(0.5)
          ? [['Content-Length: 6', 'Transfer-Encoding: chunked'], `0\r\n\r\n${inner}`]
          : [
              ['Transfer-Encoding: chunked', `Content-Length: ${random.below(99)}`],
              `0\r\n\r\n${inner}`,
            ];
      case 1: // a coding in doubt
        return [[coding, 'Content-Length: 5'], `0\r\n\r\n${inner}`];
      case 2: // a length in doubt
        return [[`Content-Length: ${length}`], `hello${inner}`];
      case 3: // two lengths
        return [[`Content-Length: 0`, `Content-Length: ${1 + random.below(99)}`], inner];
      case 4: // chunks in doubt
        return [['Transfer-Encoding: chunked'], `${badChunk(random)}0\r\n\r\n${inner}`];
      default: // lines in doubt
        return [
          [
            random.pick([
              'Content-Length: 0\r',
              'X\nContent-Length: 40',
              'Content-Length: 40\x00',
              'Content-Length : 40',
              'Content-Length\x0b: 40',
              `Content-Length: 4\r\n 0`,
            ] as const),
          ],
          inner,
        ];
    }
  })();
  return {
    family: `smuggling ${kind}`,
    method: 'POST',
    marker,
    bytes: write({
      method: 'POST',
      target: random.pick(known),
      headers: [host, padding, 'Content-Type: application/x-www-form-urlencoded', ...lines],
      body,
    }),
    connection: 'closed',
  };
};

function badChunk(random: Random): string {
  return random.pick([
    'g\r\n',
    '-1\r\nx\r\n',
    '+5\r\nhello\r\n',
    '0x5\r\nhello\r\n',
    'fffffffffffffffff\r\nhello\r\n',
    '5\r\nhello!!\r\n',
    '5\rhello\r\n',
    '5\nhello\r\n',
    '5 5\r\nhello\r\n',
    ' 5\r\nhello\r\n',
    '\r\n',
    '5\x00\r\nhello\r\n',
    `5;${'a'.repeat(20_000)}\r\nhello\r\n`,
    '5;\x00\r\nhello\r\n',
  ] as const);
}

/** Bodies where nobody wants one, too large, cut off, and of types nobody reads. */
export const makeBody: Maker = (random) => {
  const marker = random.marker();
  const target = random.pick([...known, '/no-such-page', '/%zz', '/About/'] as const);
  const method = random.pick(['POST', 'PUT', 'PATCH', 'DELETE', 'GET', 'OPTIONS', 'HEAD'] as const);
  const size = random.pick([1, 100, 4_000, 5_000, 60_000, 65_537, 200_000] as const);
  const text =
    `${marker}${random.pick(['a', '\x00', '\xff', '%', '&', '{"a":', '<!--'] as const).repeat(size)}`.slice(
      0,
      size,
    );
  const type = random.pick([
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded; charset=utf-7',
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=',
    'multipart/form-data',
    'application/xml',
    'application/reports+json',
    `text/${marker}`,
    '',
    ';',
    '\xff',
  ] as const);
  const common = [
    host,
    `Content-Type: ${type}`,
    ...(random.chance(0.2)
      ? [`Content-Encoding: ${random.pick(['gzip', 'br', marker] as const)}`]
      : []),
    ...(random.chance(0.2) ? ['Expect: 100-continue'] : []),
  ];
  const kind = random.below(5);
  const made = (
    headers: readonly string[],
    body: string,
    rest: Pick<HostileRequest, 'connection' | 'after'>,
  ) => ({
    family: `body ${kind}`,
    method,
    marker,
    bytes: write({ method, target, headers: [...common, ...headers], body }),
    ...rest,
  });
  switch (kind) {
    case 0:
      return made([`Content-Length: ${text.length}`], text, {
        connection: size > 65_536 ? 'closed' : 'kept',
      });
    case 1: {
      const at = random.below(size);
      const chunks = [text.slice(0, at), text.slice(at)].filter(Boolean);
      const body = chunks.map(
        (chunk) => `${chunk.length.toString(16)};x=${marker}\r\n${chunk}\r\n`,
      );
      return made(
        ['Transfer-Encoding: chunked'],
        `${body.join('')}0\r\nTrailer: ${marker}\r\n\r\n`,
        { connection: 'kept' },
      );
    }
    case 2: // less than was promised, and then the end
      return made([`Content-Length: ${size + 1 + random.below(90)}`], text, {
        connection: 'closed',
        after: 'half-close',
      });
    case 3: // a type and nothing that it could be the type of
      return made([], '', { connection: 'kept' });
    default: // more than can be
      return made(
        [`Content-Length: ${random.pick([65_537, 1e9, 2 ** 53, 1e15] as const)}`],
        text.slice(0, 100),
        { connection: 'closed', after: 'half-close' },
      );
  }
};

/** Too long an address, at and about the limits; and requests of which only a part ever comes. */
export const makeSize: Maker = (random) => {
  const marker = random.marker();
  const size = random.pick([
    4_000, 4_095, 4_096, 4_097, 8_000, 16_000, 17_000, 70_000, 300_000,
  ] as const);
  const whole = write({
    target:
      `${random.pick(known)}?${marker}${random.pick(['a', '%41', '/', '&a='] as const).repeat(size)}`.slice(
        0,
        size,
      ),
  });
  if (random.chance(0.6)) {
    return { family: 'size', method: 'GET', marker, bytes: whole, connection: 'either' };
  }
  const short = write({ target: `/${marker}`, headers: [host, 'Accept: */*', 'Cookie: a=b'] });
  return {
    family: 'part',
    method: 'GET',
    marker,
    bytes: short.subarray(0, 8 + marker.length + random.below(short.length - 10 - marker.length)),
    connection: 'closed',
    after: random.chance(0.9) ? 'half-close' : 'silence',
  };
};
