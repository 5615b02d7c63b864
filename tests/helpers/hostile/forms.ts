import { findConnection, host, known, type Maker, utf8, write } from './hostile-request.ts';

const attacks = (marker: string) =>
  [
    `<script>${marker}</script>`,
    `"><img src=x onerror=${marker}>`,
    `javascript:${marker}`,
    `';DROP TABLE newsletter_subscribers;--${marker}`,
    `{{${marker}}}`,
    `\r\nSet-Cookie: ${marker}=1`,
    `\0${marker}`,
    utf8(`\u202e${marker}`),
    `${marker}@circle.example\r\nBcc: all@circle.example`,
    `<${marker}@circle.example>`,
    `"${marker}<script>"@circle.example`,
    `${marker}'--@circle.example`,
    `../../${marker}`,
    `//evil.example/${marker}`,
    `${marker}`.repeat(50),
    `[object Object]${marker}`,
  ] as const;

const fields = [
  '__proto__[polluted]',
  '__proto__.polluted',
  'constructor[prototype][polluted]',
  'constructor.prototype.polluted',
  'month',
  'city',
  'format',
  'category',
  'view',
  'event',
  'type',
  'token',
  'next',
  'redirect',
  'url',
  'callback',
  'email',
  'a[b][c][d]',
  'a[]',
  '',
] as const;

/** Queries that would change a prototype, run a script or lead elsewhere, if anything believed them. */
export const makeQuery: Maker = (random) => {
  const marker = random.marker();
  const encode = (text: string) =>
    random.chance(0.7) ? encodeURIComponent(text) : text.replace(/[\s\p{Cc}]/gu, '+');
  const pairs = Array.from(
    { length: 1 + random.below(6) },
    () => `${encode(random.pick(fields))}=${encode(random.pick(attacks(marker)))}`,
  );
  const query = pairs.join(random.pick(['&', '&&', ';', '&amp;'] as const)).slice(0, 3_900);
  const target = `${random.pick(known)}?${query}`;
  return {
    family: 'query',
    method: 'GET',
    marker,
    bytes: write({ target }),
    connection: findConnection(target),
  };
};

/** The same posted to everything that takes a form, and with a foreign page's or a program's headers. */
export const makeForm: Maker = (random) => {
  const marker = random.marker();
  const pairs = Array.from({ length: 1 + random.below(4) }, () => {
    const name = random.chance(0.5) ? 'email' : random.pick(fields);
    const value = random.pick(attacks(marker));
    return `${encodeURIComponent(name)}=${random.chance(0.8) ? encodeURIComponent(value) : value}`;
  });
  const body = pairs.join('&');
  const target = random.pick([
    '/newsletter',
    '/newsletter',
    '/newsletter',
    `/newsletter/confirm?token=${marker}`,
    `/newsletter/unsubscribe?token=${marker}`,
    '/reports',
    '/thank-you',
    '/events',
  ] as const);
  return {
    family: 'form',
    method: 'POST',
    marker,
    isTyped: true,
    bytes: write({
      method: 'POST',
      target,
      headers: [
        host,
        `Content-Type: ${random.chance(0.85) ? 'application/x-www-form-urlencoded' : 'text/plain'}`,
        `Content-Length: ${Buffer.byteLength(body, 'latin1')}`,
        ...(random.chance(0.3)
          ? [
              `Origin: ${random.pick(['https://evil.example', 'null', `"${marker}"`, 'http://circle.example', '://'] as const)}`,
            ]
          : []),
        ...(random.chance(0.3)
          ? [`Sec-Fetch-Site: ${random.pick(['cross-site', 'same-site', 'none', marker] as const)}`]
          : []),
        ...(random.chance(0.3)
          ? [
              `Accept: ${random.pick(['application/json', '*/*;q=9', 'text/html;q=x', marker] as const)}`,
            ]
          : []),
      ],
      body,
    }),
    connection: 'kept',
  };
};
