import { pickAuthority } from './address-families.ts';
import { type Families, known, words } from './hostile-requests.ts';
import { host, utf8 } from './raw-connection.ts';

/** Headers that something may take apart, and some that nothing reads. */
export const parsedNames =
  words(`Accept Accept-Encoding Connection Content-Encoding Content-Type Cookie
  Forwarded Host If-Match If-Modified-Since If-None-Match If-Range Origin Range Sec-Fetch-Site TE
  Traceparent X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-Request-Id`);

/** What a backtracking or quadratic parser is slow on, when it comes many times. */
export const repeatedParts = [' ', '\t', ' ;', 'a ', 'a, ', ...words(', ; = " a; % / 0-')];

const badNames = [...words('"X" X(Y) X@Y ['), '', 'X Y', 'X\x00Y', 'X\xffY', 'X\tY'];
const badValues = [
  ...['a\x00b', 'a\x01b', 'a\rb', '\xff\xfe\xfd', '\t \t', utf8('सेतु \u202e')],
  ...['<script>alert(1)</script>', '%0d%0aSet-Cookie: a=b', '" onload="', '../../etc/passwd'],
];
const names =
  words(`User-Agent Referer Cookie Accept Authorization Origin X-Request-Id Traceparent Content-Type
  Via Upgrade Connection Expect Max-Forwards __proto__ constructor`);
const forwarded =
  words(`X-Forwarded-Host X-Original-Host X-HTTP-Host-Override Forwarded X-Forwarded-Proto
  X-Forwarded-Port X-Forwarded-Prefix X-Forwarded-For X-Real-IP X-Original-URL X-Rewrite-URL
  X-HTTP-Method-Override X-Request-Id`);
const encodings = [
  ...['Transfer-Encoding: xchunked', 'Transfer-Encoding: chunked, identity'],
  ...['Transfer-Encoding : chunked', ' Transfer-Encoding: chunked', 'Transfer-Encoding: "chunked"'],
  ...['Transfer-Encoding: \x0bchunked', 'Transfer-Encoding: chunked\x00'],
  ...[
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
    'X: y\rTransfer-Encoding: chunked',
  ],
];
const lengths = [
  ...words('+5 -1 0x5 5,6 1e1 5.0 99999999999999999999 5;'),
  '5 5',
  '5, 5',
  '',
  '5\x00',
];
const badLines = [
  ...['Content-Length: 0\r', 'X\nContent-Length: 40', 'Content-Length: 40\x00'],
  ...['Content-Length : 40', 'Content-Length: 4\r\n 0'],
];
const badChunks = [
  ...['g\r\n', '-1\r\nx\r\n', '0x5\r\nhello\r\n', '5\r\nhello!!\r\n', '\r\n', '5\nhello\r\n'],
  ...['fffffffffffffffff\r\nhello\r\n', ' 5\r\nhello\r\n', '5;\x00\r\nhello\r\n'],
  `5;${'a'.repeat(20_000)}\r\nhello\r\n`,
];
const dates = ['Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT', '', 'yesterday'];

/** Bad methods, headers and bodies. */
export const messageFamilies: Families = {
  /** Names and values that are none, folded lines, the same name many times, thousands of names. */
  headers: [
    400,
    ({ pick, below, list, marker, note }) => {
      const [name, value] = [pick(names), `${pick(badValues)}${marker}`];
      const lines = [
        () => [`${pick(badNames)}: ${marker}`],
        () => [`${name}: ${value}`],
        () => [`${name}: a`, ` folded ${marker}`],
        () => list(2 + below(40), () => `${name}: ${value}`),
        () => list(500 + below(2_500), (index) => `X-${index}: ${marker}`),
        () => [`X-Long: ${marker}${'a'.repeat(pick([4_000, 20_000, 80_000]))}`],
        () => [marker, `:${marker}`, name].slice(below(3)),
        () => [`Connection: ${pick(words('upgrade host'))}`, `Upgrade: ${pick(words('h2c x'))}`],
        () => [`Expect: ${pick(['100-continue', '200-ok', marker, ''])}`, note],
      ];
      return { target: pick(known), headers: [host, ...pick(lines)()] };
    },
  ],
  /** Hosts that are not ours and headers that would say so, if anybody believed them. */
  host: [
    400,
    (draw) => {
      const { pick, below, chance, list, marker, note } = draw;
      const lines = list(below(5), () => {
        const value = pick([
          ...words(`evil.example ${marker}.example https /admin //${marker} DELETE`),
          ...[`host=${marker};proto=https;for="[::1]:80"`, `1.2.3.4, ${marker}, ::1`],
        ]);
        return `${pick(forwarded)}: ${value}`;
      });
      const hosts = [0.9, 0.15].flatMap((share) =>
        chance(share) ? [`Host: ${pickAuthority(draw)}`] : [],
      );
      const target = pick(words('/About/ //about / /no-such-page /newsletter/confirm?token=x'));
      return { target, headers: [...hosts, ...lines, note] };
    },
  ],
  /** Methods that nobody needs, that nobody knows, and what is no method. */
  method: [
    300,
    ({ pick, marker, note }) => {
      const method = pick([
        ...words(
          `TRACE CONNECT OPTIONS PUT DELETE PROPFIND PURGE M-SEARCH get GETT PRI ${marker} <x>`,
        ),
        ...['', '\xff', 'GET\t'],
      ]);
      const version = pick(
        words('HTTP/1.1 HTTP/1.1 HTTP/1.0 HTTP/2.0 HTTP/0.9 HTTP/9 http/1.1 ICE/1.0'),
      );
      const target = pick([...known, '*', 'circle.example:443']);
      return { method, target, version, headers: [host, note], after: 'half-close' };
    },
  ],
  /** Ranges, conditions and encodings that are nonsense, or far too many. */
  conditions: [
    400,
    ({ pick, below, chance, list, marker, note }) => {
      const many = list(1 + below(2_000), (index) => `${index}-${index + below(9)}`).join();
      const ranges =
        words(`bytes=${many} bytes=${below(1e9)}- bytes=-0 bytes=5-1 bytes=0-0,-1 bytes=a-b
        bytes=99999999999999999999- bytes=0-3 ${marker}=0-1 bytes=0x0-0x9`);
      const tags = [
        ...words(`"${marker}" W/"${marker}" * ${marker} " W/`),
        ...['\xff', '', '*, "a"', `"a", ${'"b", '.repeat(300)}"${marker}"`],
      ];
      const accepted = [
        ...words(`${marker} br;q=2 br;q=-1 br;q=NaN br;q=1e9 * ;;;=,,, \xff\xfe`),
        ...['identity;q=0, *;q=0', 'BR, GZIP;Q=1', 'zstd;q=1, br;q=0', 'constructor, __proto__'],
        ...['br,'.repeat(1 + below(3_000)), `gzip;q=0.${'9'.repeat(below(50))};${marker}`],
      ];
      const sometimes = (share: number, name: string, values: readonly string[]) =>
        chance(share) ? [`${name}: ${pick(values).slice(0, 9_000)}`] : [];
      return {
        method: chance(0.15) ? 'HEAD' : 'GET',
        target: pick(known),
        headers: [
          host,
          ...sometimes(0.6, 'Range', ranges),
          ...sometimes(0.4, pick(words('If-None-Match If-Match If-Range')), tags),
          ...sometimes(0.4, pick(words('If-Modified-Since If-Unmodified-Since')), dates),
          ...sometimes(0.5, 'Accept-Encoding', accepted),
          note,
        ],
      };
    },
  ],
  /** Requests that two programs could cut into different pieces (RFC 9112, sections 6.3 and 11.2). */
  smuggling: [
    400,
    ({ pick, below, marker, note }) => {
      // What is hidden behind a request whose end is in doubt: a response to it would be seen.
      const inner = `GET /${marker} HTTP/1.1\r\n${host}\r\n\r\n`;
      const [body = '', ...lines] = pick<readonly string[]>([
        [`0\r\n\r\n${inner}`, 'Content-Length: 6', 'Transfer-Encoding: chunked'],
        [`0\r\n\r\n${inner}`, pick(encodings), 'Content-Length: 5'],
        [`hello${inner}`, `Content-Length: ${pick(lengths)}`],
        [inner, 'Content-Length: 0', `Content-Length: ${1 + below(99)}`],
        [`${pick(badChunks)}0\r\n\r\n${inner}`, 'Transfer-Encoding: chunked'],
        [inner, pick(badLines)],
      ]);
      const type = 'Content-Type: application/x-www-form-urlencoded';
      const headers = [host, note, type, ...lines];
      return { method: 'POST', target: pick(known), headers, body, connection: 'closed' };
    },
  ],
  /** Bodies where nobody wants one, too large, cut off, and of types nobody reads; too long addresses. */
  body: [
    350,
    ({ pick, below, chance, marker }) => {
      const size = pick([1, 100, 4_000, 5_000, 65_537, 200_000]);
      const text = `${marker}${pick(['a', '\x00', '\xff', '%', '{"a":']).repeat(size)}`.slice(
        0,
        size,
      );
      const type = pick([
        ...words(
          'application/x-www-form-urlencoded application/json text/plain application/xml ; \xff',
        ),
        ...[
          'application/x-www-form-urlencoded; charset=utf-7',
          'multipart/form-data; boundary=',
          '',
        ],
      ]);
      const chunk = `${size.toString(16)};x=${marker}\r\n${text}\r\n0\r\nTrailer: ${marker}\r\n\r\n`;
      const [line, body, connection] = pick([
        [`Content-Length: ${size}`, text, size > 65_536 ? 'closed' : 'kept'],
        ['Transfer-Encoding: chunked', chunk, 'kept'],
        // Less than was promised, and then the end.
        [`Content-Length: ${size + 1 + below(90)}`, text, 'cut'],
        // A type and nothing that it could be the type of.
        [`X-Nothing: ${marker}`, '', 'kept'],
        // More than can be.
        [`Content-Length: ${pick([65_537, 2 ** 53, 1e15])}`, text.slice(0, 100), 'cut'],
      ] as const);
      const address = `/about?${marker}${'&a='.repeat(pick([1_361, 1_365, 5_000, 100_000]))}`;
      if (chance(0.1)) return { target: address };
      return {
        method: pick(words('POST PUT DELETE GET OPTIONS HEAD')),
        target: pick([...known, '/no-such-page', '/%zz', '/About/']),
        headers: [
          ...[host, `Content-Type: ${type}`, line],
          ...(chance(0.2) ? [`Content-Encoding: ${pick(['gzip', 'br', marker])}`] : []),
          ...(chance(0.2) ? ['Expect: 100-continue'] : []),
        ],
        body,
        ...(connection === 'cut' ? { connection: 'closed', after: 'half-close' } : { connection }),
      };
    },
  ],
};
