import { documents } from '#shared/documents.ts';
import { filterNames } from '#shared/events/filter-events.ts';
import { programme } from '#shared/programme.ts';
import { pages } from '#shared/routes.ts';
import { pick, type Random } from './random.ts';

/** A request of a client that behaves: it sends at once and reads what it is sent. */
export interface SoakRequest {
  readonly kind: string;
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly allows: (status: number) => boolean;
}

/** What the load knows of the site by asking it. */
export interface KnownSite {
  /** Files with a hash in their name, from the start page. */
  readonly files: readonly [string, ...string[]];
  /** The newest ETag by path and coding. */
  readonly etags: Map<string, string>;
}

const codings = [
  'br',
  'gzip',
  'zstd',
  'gzip, br',
  'gzip, deflate, br, zstd',
  'identity',
  '',
] as const;
const paths = pages.flatMap(({ path }) => (path ? [path] : []));
const [firstPath = '/', ...otherPaths] = [...paths, ...documents.map(({ path }) => path)];

const isFine = (status: number) => status === 200 || status === 304;
/** Whatever it is that was asked for: the server may refuse it but not fail. */
const isNoFailure = (status: number) => status < 500;

/** The next request of the mix. */
export function makeRequest(random: Random, site: KnownSite): SoakRequest {
  const coding = pick(random, codings);
  const accept = coding ? { 'accept-encoding': coding } : {};
  const plain = { method: 'GET', headers: accept } as const;
  const share = random();
  if (share < 0.45) return revalidate(random, site, coding, { ...plain, headers: accept });
  if (share < 0.6) {
    return { ...plain, kind: 'file', path: pick(random, site.files), allows: isFine };
  }
  if (share < 0.65) {
    const path = pick(random, [firstPath, ...otherPaths]);
    return { ...plain, kind: 'head', method: 'HEAD', path, allows: isFine };
  }
  if (share < 0.78) {
    const query = filterNames.map((name) => {
      const [first, ...others] = programme.filters[name].options.map(({ value }) => value);
      return `${name}=${pick(random, [first ?? 'all', ...others])}`;
    });
    return { ...plain, kind: 'filters', path: `/events?${query.join('&')}`, allows: isFine };
  }
  if (share < 0.96) {
    return { ...plain, kind: 'hostile', path: makeHostilePath(random), allows: isNoFailure };
  }
  return subscribe(random);
}

function revalidate(
  random: Random,
  { etags }: KnownSite,
  coding: string,
  { headers }: Pick<SoakRequest, 'headers'>,
): SoakRequest {
  const path = pick(random, [firstPath, ...otherPaths]);
  const etag = etags.get(path + coding);
  const again = etag !== undefined && random() < 0.5;
  return {
    kind: again ? 'again' : 'page',
    method: 'GET',
    path,
    headers: again ? { ...headers, 'if-none-match': etag } : headers,
    allows: isFine,
  };
}

/** No two alike: a server that keeps something for each of them grows. */
function makeHostilePath(random: Random): string {
  const some = Math.floor(random() * 2 ** 40).toString(36);
  return pick(random, [
    `/${some}`,
    `/?${some}=${some}`,
    `/events?city=${some}&month=${some}`,
    `/events?event=${some}`,
    `/blog?__proto__[${some}]=1&constructor.prototype=${some}`,
    `/..%2f..%2f${some}/etc/passwd`,
    `/%2e%2e/%2e%2e/${some}`,
    `/assets/${some}.js`,
    `/fonts/${some}%00.woff2`,
    `/%${some}`,
    `/%ff%fe${some}`,
    `//${some}.example/%2f..`,
    `/<script>${some}</script>`.replaceAll('<', '%3C').replaceAll('>', '%3E'),
    `/newsletter/confirm?token=${some}`,
    `/thank-you?type=${some}`,
    `/${some.repeat(700)}`,
  ]);
}

/** Half of them from people who have subscribed before. */
function subscribe(random: Random): SoakRequest {
  const person = random() < 0.5 ? Math.floor(random() * 200) : Math.floor(random() * 2 ** 40);
  return {
    kind: 'subscribe',
    method: 'POST',
    path: '/newsletter',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `email=soak-${person.toString(36)}%40example.com&topic=`,
    // 429 where one address asks more often than it may.
    allows: (status) => status === 200 || status === 303 || status === 429,
  };
}
