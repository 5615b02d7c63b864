import { type Draw, type Families, known, words } from './hostile-requests.ts';
import { host, utf8 } from './raw-connection.ts';

const pieces = [
  ...words(String.raw`/ // /../ \ /..;/ ;a=b ; % %zz %2 %00 %0d%0aSet-Cookie:a=b %2f %5c %2e%2e %252e%252e%252f
    %c0%ae%c0%ae/ %ff%fe %u2215 %EF%BB%BF %3Cscript%3E <script> " ' | ^ @evil.example :80 [::1] * & =
    .php .br .map about ABOUT events favicon.svg constructor __proto__ hasOwnProperty`),
  ...['\xa0', '\xff', utf8('सेतु'), utf8('\u202e')],
];
/** Files that exist and that nobody may read. */
const secretFiles =
  words(`package.json server/index.ts dist/manifest.json manifest.json.br server/index.js
  .git/config .env client/assets/.env client/assets/entry-AB12CD34.js.br entry-AB12CD34.js.br
  data/newsletter.sqlite data/secret etc/passwd proc/self/environ node_modules/express/package.json`);
const ups =
  words(String.raw`../ ..%2f %2e%2e/ ..%5c ..\ ..%252f ....// ..;/ ..%00/ %c0%ae%c0%ae/ ..%ef%bc%8f /./../
  %u002e%u002e/`).concat(utf8('．．/'));
const fields =
  words(`__proto__[polluted] constructor[prototype][polluted] month city view event type token
  redirect email a[b][c][d] a[]`).concat('');

const attack = ({ pick, marker }: Draw) =>
  pick([
    ...[`<script>${marker}</script>`, `"><img src=x onerror=${marker}>`, `javascript:${marker}`],
    ...[`';DROP TABLE newsletter_subscribers;--${marker}`, `\0${marker}`, marker.repeat(50)],
    `${marker}'--@circle.example`,
    ...[`\r\nSet-Cookie: ${marker}=1`, `${marker}@circle.example\r\nBcc: all@circle.example`],
    ...[`"${marker}<script>"@circle.example`, `//evil.example/${marker}`, utf8(`\u202e${marker}`)],
  ]);

/** What becomes of the connection of a whole request: an address is ASCII and has no fragment. */
const byAddress = (target: string) => ({
  target,
  connection: /^[\x21\x22\x24-\x7e]*$/.test(target) ? ('kept' as const) : ('either' as const),
});

/** Hosts of others, and what is no host. */
export const pickAuthority = ({ pick, marker }: Draw) =>
  pick([
    ...words(`evil.example ${marker}.example user:${marker}@evil.example evil.example:99999999 evil.example:port
      [::1 [zz] % * 1.2.3.4.5 169.254.169.254 . circle.example/../ circle.example#`),
    ...['', ' ', 'a b', '\xff', `"><script>${marker}</script>`, 'circle.example, evil.example'],
  ]);

/** Bad addresses, and forms. */
export const addressFamilies: Families = {
  /** Addresses put together from what is bad in addresses, other spellings of known ones among them. */
  path: [
    1_200,
    ({ pick, join, chance, marker }) => {
      const [start, middle] = [chance(0.4) ? pick(known) : '/', join(pieces, 0, 6)];
      const path = chance(0.5) ? `${start}${middle}${marker}` : `${start}${marker}${middle}`;
      const query = chance(0.3) ? `?${join(pieces, 0, 4)}${marker}` : '';
      return byAddress((chance(0.2) ? `//${pick(pieces)}` : '') + path + query);
    },
  ],
  /** Ways out of the public folders. */
  traversal: [
    500,
    ({ pick, join, note }) => {
      const folder = pick(words('/ /assets/ /fonts/ /portraits/ /public/ http://circle.example/'));
      const end = pick(words('%00 %00.svg ? / %20 .bak').concat(''));
      const target = `${folder}${join([pick(ups), pick(ups)], 0, 7)}${pick(secretFiles)}${end}`;
      return { ...byAddress(target), headers: [host, note, 'Accept-Encoding: identity'] };
    },
  ],
  /** Queries and forms that would change a prototype, run a script or lead elsewhere, if believed. */
  form: [
    700,
    (draw) => {
      const { pick, below, list, chance, marker } = draw;
      const encode = (text: string) =>
        chance(0.7) ? encodeURIComponent(text) : text.replace(/[\s\p{Cc}]/gu, '+');
      const body = list(1 + below(5), () => {
        const name = chance(0.5) ? 'email' : pick(fields);
        return `${encode(name)}=${encode(attack(draw))}`;
      }).join(pick(words('& && ;')));
      if (chance(0.4)) return byAddress(`${pick(known)}?${body.slice(0, 3_900)}`);
      const sometimes = (name: string, values: readonly string[]) =>
        chance(0.3) ? [`${name}: ${pick(values)}`] : [];
      return {
        method: 'POST',
        target: pick(
          words(`/newsletter /newsletter /newsletter /newsletter/confirm?token=${marker} /reports
            /newsletter/unsubscribe?token=${marker} /events`),
        ),
        headers: [
          host,
          `Content-Type: ${chance(0.85) ? 'application/x-www-form-urlencoded' : 'text/plain'}`,
          `Content-Length: ${Buffer.byteLength(body, 'latin1')}`,
          ...sometimes('Origin', words(`https://evil.example null "${marker}" ://`)),
          ...sometimes('Sec-Fetch-Site', words(`cross-site none ${marker}`)),
          ...sometimes('Accept', words(`application/json */*;q=9 ${marker}`)),
        ],
        body,
        isTyped: true,
        connection: 'kept',
      };
    },
  ],
};
