import { known, type Maker, write } from './hostile-request.ts';

/** Ranges, conditions and codings that are nonsense, or far too many. */
export const makeConditions: Maker = (random) => {
  const marker = random.marker();
  const ranges = () =>
    random
      .pick([
        `bytes=${Array.from({ length: 1 + random.below(2_000) }, (_, at) => `${at}-${at + random.below(9)}`).join(',')}`,
        `bytes=${random.below(1e9)}-`,
        `bytes=-${random.below(1e9)}`,
        `bytes=-0`,
        `bytes=5-1`,
        `bytes=0-0,-1`,
        `bytes=99999999999999999999-`,
        `bytes=a-b`,
        `bytes`,
        `${marker}=0-1`,
        `bytes=0-18446744073709551615`,
        'bytes=0x0-0x9',
        ` bytes = 0 - 1`,
      ] as const)
      .slice(0, 9_000);
  const tags = () =>
    random.pick([
      `"${marker}"`,
      `W/"${marker}"`,
      '*',
      marker,
      '"',
      `"a", ${'"b", '.repeat(300)}"${marker}"`,
      '\xff',
      '',
      'W/',
      '*, "a"',
    ] as const);
  const dates = () =>
    random.pick([
      'Thu, 01 Jan 1970 00:00:00 GMT',
      'yesterday',
      '9'.repeat(40),
      'Fri, 31 Dec 9999 23:59:59 GMT',
      '',
      marker,
      '-1',
    ] as const);
  const codings = () =>
    random.pick([
      `${marker}`,
      `br;q=${random.pick(['2', '-1', 'NaN', '1e9', '0.0000', marker] as const)}`,
      'identity;q=0, *;q=0',
      '*',
      'br,'.repeat(1 + random.below(3_000)),
      `gzip;q=0.${'9'.repeat(random.below(50))};${marker}`,
      ';;;=,,,',
      '\xff\xfe',
      'BR, GZIP;Q=1',
      'zstd;q=1, br;q=0',
      'constructor, __proto__',
    ] as const);
  const lines = [
    ...(random.chance(0.6) ? [`Range: ${ranges()}`] : []),
    ...(random.chance(0.4)
      ? [`${random.pick(['If-None-Match', 'If-Match', 'If-Range'] as const)}: ${tags()}`]
      : []),
    ...(random.chance(0.4)
      ? [
          `${random.pick(['If-Modified-Since', 'If-Unmodified-Since', 'If-Range'] as const)}: ${dates()}`,
        ]
      : []),
    ...(random.chance(0.5) ? [`Accept-Encoding: ${codings()}`] : []),
    `X-Note: ${marker}`,
  ];
  const method = random.chance(0.15) ? 'HEAD' : 'GET';
  return {
    family: 'conditions',
    method,
    marker,
    bytes: write({
      method,
      target: random.pick(known),
      headers: ['Host: circle.example', ...lines],
    }),
    connection: 'either',
  };
};
