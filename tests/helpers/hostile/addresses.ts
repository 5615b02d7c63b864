import { findConnection, known, type Maker, utf8, write } from './hostile-request.ts';
import type { Random } from './random.ts';

const pieces = [
  '/',
  '//',
  '/./',
  '/../',
  '\\',
  '/..;/',
  ';a=b',
  ';',
  '%',
  '%zz',
  '%2',
  '%00',
  '%0d%0aSet-Cookie:a=b',
  '%0a',
  '%20',
  '%2f',
  '%5c',
  '%2e%2e',
  '%252e%252e%252f',
  '%c0%af',
  '%c0%ae%c0%ae',
  '%e0%80%af',
  '%f0%80%80%af',
  '%fc%80%80%80%80%af',
  '%ff%fe',
  '%ed%a0%80',
  '%u2215',
  '%EF%BB%BF',
  utf8('\u0130'),
  utf8('सेतु'),
  utf8('\u202e'),
  '\xa0',
  '\xff',
  '%3Cscript%3E',
  '<script>',
  '"',
  "'",
  '`',
  '{{7*7}}',
  `\${7*7}`,
  '|',
  '^',
  '@evil.example',
  ':80',
  '[::1]',
  '~',
  '*',
  '+',
  '&',
  '=',
  ',',
  '!',
  '(',
  '.php',
  '.br',
  '.gz',
  '.map',
  'about',
  'ABOUT',
  'Blog',
  'events',
  'favicon.svg',
  'constructor',
  '__proto__',
  'hasOwnProperty',
] as const;

/** Addresses put together from what is bad in addresses. */
export const makePath: Maker = (random) => {
  const marker = random.marker();
  const start = random.chance(0.4) ? random.pick(known) : '/';
  const middle = random.string(pieces, 1, 8);
  const query = random.chance(0.3) ? `?${random.string(pieces, 0, 4)}` : '';
  const fragment = random.chance(0.05) ? '#x' : '';
  const path = random.chance(0.5) ? `${start}${middle}${marker}` : `${start}${marker}${middle}`;
  const target = path + query + fragment;
  return {
    family: 'path',
    method: 'GET',
    marker,
    bytes: write({ target }),
    connection: findConnection(target),
  };
};

/** Spellings of known pages that lead to a redirect, if anything does. */
export const makeRedirect: Maker = (random) => {
  const marker = random.marker();
  const start = random.pick([
    '//',
    '///',
    '/',
    '/%2f',
    '/%2F/',
    '/.',
    '//evil.example/..//',
  ] as const);
  const page = random.pick([
    'about',
    'ABOUT',
    'events',
    'Events',
    'contact/form',
    '%61bout',
    '',
  ] as const);
  const end = random.pick(['/', '//', '', '%2f', '///'] as const);
  const query = random.pick([
    '?',
    '?next=',
    '?url=//evil.example/',
    '?//evil.example',
    '?\\\\',
  ] as const);
  return {
    family: 'redirect',
    method: 'GET',
    marker,
    bytes: write({ target: `${start}${page}${end}${query}${marker}` }),
    connection: 'kept',
  };
};

/** Files that exist and that nobody may read. */
const secrets = [
  'package.json',
  'package-lock.json',
  'server/index.ts',
  'server/config.ts',
  'dist/manifest.json',
  'manifest.json',
  'manifest.json.br',
  'server/index.js',
  '.git',
  '.git/config',
  '.git/HEAD',
  '.env',
  'client/assets/.env',
  'client/assets/entry-AB12CD34.js.br',
  'entry-AB12CD34.js.br',
  'entry-AB12CD34.js.map',
  'data/newsletter.sqlite',
  'data/secret',
  'newsletter.sqlite',
  'etc/passwd',
  'proc/self/environ',
  'fonts/../../package.json',
  'node_modules/express/package.json',
] as const;

const ups = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '.%2e/',
  '%2e./',
  '..%252f',
  '%252e%252e%252f',
  '....//',
  '..;/',
  '..%00/',
  '%c0%ae%c0%ae/',
  '%c0%ae%c0%ae%c0%af',
  '%e0%80%ae%e0%80%ae/',
  '..%c0%af',
  '..%ef%bc%8f',
  utf8('．．/'),
  '/./../',
  '%u002e%u002e/',
] as const;

const folders = [
  '/',
  '/assets/',
  '/fonts/',
  '/line/',
  '/portraits/',
  '/social/',
  '/public/',
] as const;

/** Ways out of the public folders. */
export const makeTraversal: Maker = (random) => {
  const marker = random.marker();
  const up = random.string([random.pick(ups), random.pick(ups)], 0, 7);
  const end = random.pick([
    '',
    '%00',
    '%00.svg',
    '?',
    '#',
    '/',
    '.',
    '%20',
    '::$DATA',
    '.bak',
  ] as const);
  const target = `${random.pick(folders)}${up}${random.pick(secrets)}${end}`;
  const method = random.chance(0.1) ? 'HEAD' : 'GET';
  return {
    family: 'traversal',
    method,
    marker,
    bytes: write({
      method,
      target: random.chance(0.05) ? `http://circle.example${target}` : target,
      headers: ['Host: circle.example', `X-Note: ${marker}`, 'Accept-Encoding: identity'],
    }),
    connection: findConnection(target),
  };
};

const authorities = (random: Random, marker: string) =>
  random.pick([
    `evil.example`,
    `${marker}.example`,
    `user:${marker}@evil.example`,
    `evil.example:99999999`,
    'evil.example:port',
    '[::1',
    '[::1]:80',
    '[zz]',
    '',
    '%',
    'a b',
    '\xff',
    'xn--',
    '*',
    '..',
    '1.2.3.4.5',
    '0x7f.1',
  ] as const);

/** Addresses that do not begin with a slash: a proxy's, CONNECT's, OPTIONS's, and none at all. */
export const makeTarget: Maker = (random) => {
  const marker = random.marker();
  const authority = authorities(random, marker);
  const path = random.pick([
    '',
    '/',
    '/about',
    `/${marker}`,
    '?x',
    '#',
    '/%zz',
    '\\',
    '/../package.json',
  ] as const);
  const form = random.below(5);
  const target = [
    `http://${authority}${path}`,
    `${random.pick(['https', 'HTTP', 'ftp', 'file', 'javascript', 'gopher', 'http+x'] as const)}://${authority}${path}`,
    `${random.pick(['*', 'about', `${marker}:443`, '?', '#', 'javascript:alert(1)', '..', '%2f', '\\'] as const)}`,
    `http:${path}`,
    `//${authority}${path}`,
  ][form];
  const method = random.pick(['GET', 'GET', 'OPTIONS', 'POST'] as const);
  return {
    family: 'target',
    method,
    marker,
    bytes: write({
      method,
      target: target ?? '*',
      headers: ['Host: circle.example', `X-Note: ${marker}`, 'Content-Length: 0'],
    }),
    connection: 'either',
  };
};
