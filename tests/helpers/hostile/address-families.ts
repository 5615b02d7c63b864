import { type Draw, type Family, known, words } from './hostile-requests.ts';
import { host, utf8 } from './raw-connection.ts';

const pieces = [
  ...words(String.raw`/ // /./ /../ \ /..;/ ;a=b ; % %zz %2 %00 %0d%0aSet-Cookie:a=b %0a %20 %2f %5c
    %2e%2e %252e%252e%252f %c0%af %c0%ae%c0%ae %e0%80%af %f0%80%80%af %fc%80%80%80%80%af %ff%fe %ed%a0%80
    %u2215 %EF%BB%BF %3Cscript%3E <script> " ' {{7*7}} | ^ @evil.example :80 [::1] ~ * + & = , ! ( .php
    .br .gz .map about ABOUT Blog events favicon.svg constructor __proto__ hasOwnProperty`),
  ...['`', `\${7*7}`, '\xa0', '\xff', ...['\u0130', 'सेतु', '\u202e'].map(utf8)],
];
/** Files that exist and that nobody may read. */
const secretFiles = words(`package.json package-lock.json server/index.ts server/config.ts
  dist/manifest.json manifest.json manifest.json.br server/index.js .git .git/config .git/HEAD .env
  client/assets/.env client/assets/entry-AB12CD34.js.br entry-AB12CD34.js.br entry-AB12CD34.js.map
  data/newsletter.sqlite data/secret newsletter.sqlite etc/passwd proc/self/environ
  fonts/../../package.json node_modules/express/package.json`);
const ups =
  words(String.raw`../ ..%2f %2e%2e/ %2e%2e%2f ..%5c ..\ .%2e/ %2e./ ..%252f %252e%252e%252f
  ....// ..;/ ..%00/ %c0%ae%c0%ae/ %c0%ae%c0%ae%c0%af %e0%80%ae%e0%80%ae/ ..%c0%af ..%ef%bc%8f /./../
  %u002e%u002e/`).concat(utf8('．．/'));
const fields = words(`__proto__[polluted] __proto__.polluted constructor[prototype][polluted]
  constructor.prototype.polluted month city format category view event type token next redirect url
  callback email a[b][c][d] a[]`).concat('');

const attack = ({ pick, marker }: Draw) =>
  pick([
    ...[`<script>${marker}</script>`, `"><img src=x onerror=${marker}>`, `javascript:${marker}`],
    ...[`';DROP TABLE newsletter_subscribers;--${marker}`, `{{${marker}}}`, `\0${marker}`],
    ...[`\r\nSet-Cookie: ${marker}=1`, `${marker}@circle.example\r\nBcc: all@circle.example`],
    ...[
      `<${marker}@circle.example>`,
      `"${marker}<script>"@circle.example`,
      utf8(`\u202e${marker}`),
    ],
    ...[`${marker}'--@circle.example`, `../../${marker}`, `//evil.example/${marker}`],
    ...[marker.repeat(50), `[object Object]${marker}`],
  ]);

/** What becomes of the connection of a whole request: an address is ASCII and has no fragment. */
const byAddress = (target: string) => ({
  target,
  connection: /^[\x21\x22\x24-\x7e]*$/.test(target) ? ('kept' as const) : ('either' as const),
});

/** Hosts of others, and what is no host. */
export const pickAuthority = ({ pick, marker }: Draw) =>
  pick([
    ...words(`evil.example ${marker}.example user:${marker}@evil.example evil.example:99999999
      evil.example:port [::1 [::1]:80 [zz] % xn-- * .. 1.2.3.4.5 0x7f.1 localhost 169.254.169.254 .
      circle.example:${marker} user:password@circle.example circle.example/../ circle.example#`),
    ...['', ' ', 'a b', '\xff', `"><script>${marker}</script>`, 'circle.example, evil.example'],
  ]);

/** Bad addresses, and forms. */
export const addressFamilies: Readonly<Record<string, readonly [count: number, family: Family]>> = {
  /** Addresses put together from what is bad in addresses. */
  path: [
    1_200,
    ({ pick, join, chance, marker }) => {
      const [start, middle] = [chance(0.4) ? pick(known) : '/', join(pieces, 1, 8)];
      const path = chance(0.5) ? `${start}${middle}${marker}` : `${start}${marker}${middle}`;
      const query = chance(0.3) ? `?${join(pieces, 0, 4)}` : '';
      return byAddress(path + query + (chance(0.05) ? '#x' : ''));
    },
  ],
  /** Spellings of known pages that lead to a redirect, if anything does. */
  redirect: [
    150,
    ({ pick, marker }) => {
      const start = pick(words('// /// / /%2f /%2F/ /. //evil.example/..//'));
      const page = pick(words('about ABOUT events Events contact/form %61bout').concat(''));
      const end = pick(words('/ // %2f ///').concat(''));
      const query = pick(words(String.raw`? ?next= ?url=//evil.example/ ?//evil.example ?\\`));
      return { target: `${start}${page}${end}${query}${marker}`, connection: 'kept' };
    },
  ],
  /** Ways out of the public folders. */
  traversal: [
    600,
    ({ pick, join, chance, note }) => {
      const folder = pick(words('/ /assets/ /fonts/ /line/ /portraits/ /social/ /public/'));
      const end = pick(words('%00 %00.svg ? # / . %20 ::$DATA .bak').concat(''));
      const target = `${folder}${join([pick(ups), pick(ups)], 0, 7)}${pick(secretFiles)}${end}`;
      return {
        ...byAddress(target),
        method: chance(0.1) ? 'HEAD' : 'GET',
        target: chance(0.05) ? `http://circle.example${target}` : target,
        headers: [host, note, 'Accept-Encoding: identity'],
      };
    },
  ],
  /** Addresses that do not begin with a slash: a proxy's, CONNECT's, OPTIONS's, and none at all. */
  target: [
    300,
    (draw) => {
      const { pick, marker, note } = draw;
      const path = pick(
        words(String.raw`/ /about /${marker} ?x # /%zz \ /../package.json`).concat(''),
      );
      const scheme = pick(words('https HTTP ftp file javascript gopher http+x'));
      const target = pick([
        ...[`http://${pickAuthority(draw)}${path}`, `${scheme}://${pickAuthority(draw)}${path}`],
        ...[`http:${path}`, `//${pickAuthority(draw)}${path}`],
        pick(words(String.raw`* about ${marker}:443 ? # javascript:alert(1) .. %2f \ `)),
      ]);
      const method = pick(words('GET GET OPTIONS POST'));
      return { method, target, headers: [host, note, 'Content-Length: 0'] };
    },
  ],
  /** Queries that would change a prototype, run a script or lead elsewhere, if anything believed them. */
  query: [
    450,
    (draw) => {
      const { pick, below, list, chance } = draw;
      const encode = (text: string) =>
        chance(0.7) ? encodeURIComponent(text) : text.replace(/[\s\p{Cc}]/gu, '+');
      const pairs = list(1 + below(6), () => `${encode(pick(fields))}=${encode(attack(draw))}`);
      const query = pairs.join(pick(words('& && ; &amp;'))).slice(0, 3_900);
      return byAddress(`${pick(known)}?${query}`);
    },
  ],
  /** The same posted to everything that takes a form, and with a foreign page's or a program's headers. */
  form: [
    400,
    (draw) => {
      const { pick, below, list, chance, marker } = draw;
      const encode = (text: string) => (chance(0.8) ? encodeURIComponent(text) : text);
      const body = list(1 + below(4), () => {
        const name = chance(0.5) ? 'email' : pick(fields);
        return `${encodeURIComponent(name)}=${encode(attack(draw))}`;
      }).join('&');
      const sometimes = (name: string, values: readonly string[]) =>
        chance(0.3) ? [`${name}: ${pick(values)}`] : [];
      return {
        method: 'POST',
        target: pick(
          words(`/newsletter /newsletter /newsletter /newsletter/confirm?token=${marker} /reports
            /newsletter/unsubscribe?token=${marker} /thank-you /events`),
        ),
        headers: [
          host,
          `Content-Type: ${chance(0.85) ? 'application/x-www-form-urlencoded' : 'text/plain'}`,
          `Content-Length: ${Buffer.byteLength(body, 'latin1')}`,
          ...sometimes(
            'Origin',
            words(`https://evil.example null "${marker}" http://circle.example ://`),
          ),
          ...sometimes('Sec-Fetch-Site', words(`cross-site same-site none ${marker}`)),
          ...sometimes('Accept', words(`application/json */*;q=9 text/html;q=x ${marker}`)),
        ],
        body,
        isTyped: true,
        connection: 'kept',
      };
    },
  ],
};
