import { createRandom } from '../content/seeded-random.ts';
import { utf8 } from './raw-connection.ts';

/**
 * What has to become of the connection. `kept`: its end is clear, and the next request on the connection gets its own
 * response. `closed`: nobody knows where it ends, so nothing behind it may be taken for a request. `either`: whichever
 * suits the server. `half-closed`, `cut`: either and closed, after the client has closed its side.
 */
type Connection = 'kept' | 'closed' | 'either' | 'half-closed' | 'cut';

/** Headers that code may parse, and some that no code reads. */
export const parsedNames = `Accept Accept-Encoding Connection Content-Encoding Content-Type Cookie
  Forwarded Host If-Match If-Modified-Since If-None-Match If-Range Origin Range Sec-Fetch-Site TE
  Traceparent X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-Request-Id`.split(/\s+/);

/** Texts that make a backtracking or quadratic parser slow when they are repeated. */
export const repeatedParts = [' ', '\t', ' ;', 'a ', 'a, ', ',', ';', '=', '"', '%', '/', '0-'];

/** Families of bad requests: how many are made, what becomes of the connection, and the request. */
const families: readonly (readonly [string, number, Connection, string])[] = [
  ['path', 600, 'kept', 'GET {address}{query?} {v}↵'],
  ['traversal', 300, 'kept', 'GET {folder}{up^0-4}{up^0-4}{secret}{end?} {v}{plain}↵'],
  ['query', 200, 'kept', 'GET {known}?{pairs} {v}↵'],
  ['form', 300, 'kept', 'POST {formTarget} {v}{formType}{sized}{origin?}{site?}{wish?}↵{pairs}'],
  ['headers', 250, 'either', 'GET {known} {v}{header}↵↵'],
  ['host', 250, 'either', 'GET {hostTarget} HTTP/1.1↵{hosts}{forwarded*0-4}{note}↵'],
  ['method', 200, 'half-closed', '{method} {methodTarget} {version}↵{host}{note}↵'],
  ['conditions', 450, 'either', '{reading} {known} {v}{range?}{condition?}{accepted?}{note}↵'],
  ['smuggling', 300, 'closed', 'POST {known} {v}{note}{formType}{doubt}'], // RFC 9112, 6.3 and 11.2
  ['body', 150, 'kept', '{verb} {bodyTarget} {v}{type}{encoding?}{continue?}{content}'],
  ['large body', 30, 'either', '{verb} {known} {v}{sized}↵MARK{byte^65537-200000}'],
  ['cut body', 80, 'cut', '{verb} {known} {v}{type}{encoding?}{promised}↵MARK{byte^0-5000}'],
  ['long address', 30, 'either', 'GET /about?MARK{ampersands} {v}↵'],
];

/**
 * What each name in braces stands for: its alternatives, with a space between them. `{name?}` is one or nothing,
 * `{name%}` one in percent-encoding, `{name*0-6}` up to six, `{name^0-6}` one, up to six times. `·` is a space, `∅`
 * nothing, `↵` CR LF, `␍` and `␊` one of the two alone, MARK the marker, and `{length}` the size of the body.
 */
const grammar = parseGrammar(String.raw`
host = Host:·circle.example↵
v = HTTP/1.1↵{host}
note = X-Note:·MARK↵
a = a
digit = 0 1 2 3 4 5 6 7 8 9

# Addresses that exist, of every kind, and what is bad in addresses.
known = / /events /about /blog /contact/form /thank-you /newsletter /newsletter/confirm
  /newsletter/unsubscribe /healthz /readyz /feed.xml /events.ics /sitemap.xml /robots.txt /favicon.svg
  /assets/entry-AB12CD34.js /fonts/eczar-f736a312.woff2
piece = / // /../ \ ;a=b %zz %00 %0d%0aSet-Cookie:a=b %2f %5c %2e%2e %252e%252e%252f %c0%ae%c0%ae/ %ff%fe
  %3Cscript%3E <script> " | @evil.example :80 * & .br about ABOUT favicon.svg __proto__ \xff सेतु \xe2\x80\xae
address = {known}{piece*0-6}MARK /{piece*0-6}MARK /MARK{piece*0-6} //{piece}/MARK{piece*0-6}
query = ?{piece*0-4}MARK
ampersands = {ampersand^1300-1400} {ampersand^5000-100000}
ampersand = &a=

# Ways out of the public folders, to files that exist and that nobody may read.
folder = / /assets/ /fonts/ /portraits/ /public/ http://circle.example/
up = ../ ..%2f %2e%2e/ ..%5c ..\ ..%252f ....// ..;/ ..%00/ %c0%ae%c0%ae/ /./../ ．．/
secret = package.json server/index.js dist/manifest.json .git/config .env client/assets/.env etc/passwd
  client/assets/entry-AB12CD34.js.br data/newsletter.sqlite node_modules/express/package.json
end = %00 %00.svg ? / %20 .bak
plain = Accept-Encoding:·identity↵{note}

# What would change a prototype, run a script or lead elsewhere, if believed.
pairs = {pair} {pair}{nextPair*0-3}
nextPair = &{pair} &&{pair} ;{pair}
pair = {field}={attack%} {field}={attack%} {field}={attack} email=MARK@circle.example
field = email email email email __proto__[polluted] constructor[prototype][polluted] month view event token
attack = <script>MARK</script> "><img·src=x·onerror=MARK> \x00MARK {mark^50-50} MARK'--@circle.example
  MARK@circle.example↵Bcc:·all@circle.example "MARK<script>"@circle.example //evil.example/MARK
mark = MARK
formTarget = /newsletter /newsletter /newsletter /newsletter/confirm?token=MARK /reports
  /newsletter/unsubscribe?token=MARK /events
urlencoded = Content-Type:·application/x-www-form-urlencoded↵
formType = {urlencoded} {urlencoded} {urlencoded} {urlencoded} Content-Type:·text/plain↵
sized = Content-Length:·{length}↵
origin = Origin:·https://evil.example↵ Origin:·null↵ Origin:·"MARK"↵ Origin:·://↵
site = Sec-Fetch-Site:·cross-site↵ Sec-Fetch-Site:·none↵ Sec-Fetch-Site:·MARK↵
wish = Accept:·application/json↵ Accept:·*/*;q=9↵ Accept:·MARK↵

# Names and values that are none, the same line many times, thousands of lines.
header = {badName}:·MARK {name}:·{badValue}MARK {name}:·a↵·folded·MARK MARK {name} X:·a{sameLine^2-41}
  X:·a{numberedLine*500-3000} X:·MARK{a^4000-80000} Connection:·upgrade↵Upgrade:·h2c Expect:·200-ok Expect:·
sameLine = ↵{name}:·{badValue}MARK
numberedLine = ↵X-{digit}{digit}{digit}{digit}:·MARK
badName = "X" ∅ X·Y X\x00Y X\xffY
badValue = a\x00b a␍b \xff\xfe\xfd सेतु·\xe2\x80\xae <script>alert(1)</script> %0d%0aSet-Cookie:·a=b
name = User-Agent Cookie Accept Origin X-Request-Id Traceparent Content-Type Upgrade Expect __proto__

# Hosts of others, and headers that would say so, if anybody believed them.
hostTarget = /About/ //about / /no-such-page /newsletter/confirm?token=x
hosts = ∅ {foreignHost} {foreignHost} {foreignHost} {foreignHost} {foreignHost}{foreignHost}
foreignHost = Host:·{authority}↵
authority = evil.example MARK.example user:MARK@evil.example evil.example:99999999 [::1 % 169.254.169.254
  circle.example/../ ∅ a·b \xff "><script>MARK</script> circle.example,·evil.example
forwarded = {forwardedName}:·{claim}↵
forwardedName = X-Forwarded-Host Forwarded X-Forwarded-Proto X-Forwarded-Port X-Forwarded-For X-Original-URL
  X-HTTP-Method-Override X-Request-Id
claim = MARK.example https //MARK DELETE host=MARK;proto=https;for="[::1]:80" 1.2.3.4,·MARK,·::1

# Methods that nobody needs, that nobody knows, and what is no method.
method = TRACE CONNECT OPTIONS PUT PROPFIND get GETT PRI MARK <x> ∅ \xff
methodTarget = {known} {known} {known} {known} * circle.example:443
version = HTTP/1.1 HTTP/1.1 HTTP/1.0 HTTP/2.0 http/1.1

# Ranges, conditions and encodings that are nonsense, or far too many.
reading = GET GET GET GET GET HEAD
range = Range:·{ranges}↵
ranges = bytes=0-1{nextRange*0-1500} bytes={digit*1-9}- bytes=-0 bytes=5-1 bytes=a-b bytes=0-3 MARK=0-1
nextRange = ,{digit}-{digit}{digit}
condition = {tagCondition}:·{tag}↵ {dateCondition}:·{date}↵ If-None-Match:·*↵
tagCondition = If-None-Match If-Match If-Range
tag = "MARK" W/"MARK" * MARK " ∅ "a",·{b^300-300}"MARK"
b = "b",·
dateCondition = If-Modified-Since If-Unmodified-Since
date = Thu,·01·Jan·1970·00:00:00·GMT Fri,·31·Dec·9999·23:59:59·GMT ∅ yesterday
accepted = Accept-Encoding:·{encodings}↵
encodings = MARK br;q=2 br;q=NaN * ;;;=,,, \xff\xfe {br^1-3000} identity;q=0,·*;q=0 gzip;q=0.{digit*0-50};MARK
br = br,

# What two programs could cut into different pieces: a response to what is hidden would be seen.
inner = GET·/MARK·{v}↵
chunked = Transfer-Encoding:·chunked↵
doubt = Content-Length:·6↵{chunked}↵0↵↵{inner} {transferEncoding}↵Content-Length:·5↵↵0↵↵{inner}
  Content-Length:·{badLength}↵↵hello{inner} Content-Length:·0↵Content-Length:·{digit}1↵↵{inner}
  {chunked}↵{badChunk}0↵↵{inner} {badLine}↵↵{inner}
transferEncoding = Transfer-Encoding:·xchunked Transfer-Encoding:·chunked,·identity Transfer-Encoding·:·chunked
  Transfer-Encoding:·chunked\x00 X:·y␍Transfer-Encoding:·chunked {chunked}Transfer-Encoding:·identity
badLength = +5 0x5 5,6 99999999999999999999 5·5 ∅ 5\x00
badLine = Content-Length:·0␍ X␊Content-Length:·40 Content-Length·:·40 Content-Length:·4↵·0
badChunk = g↵ 0x5↵hello↵ 5↵hello!!↵ 5␊hello↵ fffffffffffffffff↵hello↵ 5;{a^20000-20000}↵hello↵

# Bodies where nobody wants one, cut off, and of types that nobody reads.
verb = POST PUT DELETE GET OPTIONS HEAD
bodyTarget = {known} {known} {known} {known} /no-such-page /%zz /About/
type = Content-Type:·{mediaType}↵
mediaType = application/x-www-form-urlencoded application/json text/plain application/xml ; \xff
  application/x-www-form-urlencoded;·charset=utf-7 multipart/form-data;·boundary= ∅
encoding = Content-Encoding:·gzip↵ Content-Encoding:·br↵ Content-Encoding:·MARK↵
continue = Expect:·100-continue↵
byte = a \x00 \xff %
content = {sized}↵MARK {sized}↵MARK{byte^1-5000} {sized}↵{"a":MARK {note}↵
  {chunked}↵64;x=MARK↵{byte^100-100}↵0↵Trailer:·MARK↵↵ {chunked}↵30d40;x=MARK↵{byte^200000-200000}↵0↵↵
promised = Content-Length:·{length}1↵ Content-Length:·65537↵ Content-Length:·9007199254740992↵
`);

/** There is one rule in each line. An indented line continues it, and `#` starts a comment. */
function parseGrammar(text: string): ReadonlyMap<string, readonly [string, ...string[]]> {
  const rules = text.replaceAll('\n  ', ' ').match(/^\w.*$/gm) ?? [];
  return new Map(
    rules.map((rule) => {
      const [name = '', , first = '', ...others] = rule.split(' ');
      return [name, [decode(first), ...others.map(decode)]];
    }),
  );
}

function decode(text: string): string {
  const signs: Record<string, string> = { '·': ' ', '∅': '', '↵': '\r\n', '␍': '\r', '␊': '\n' };
  return text
    .replace(/[·∅↵␍␊]/g, (sign) => signs[sign] ?? '')
    .replace(/\\x(..)/g, (_found, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

export type HostileRequest = ReturnType<typeof makeRequest>;

/** Makes all requests in random order, the same for the same seed. */
export function makeRequests(seed: number): readonly HostileRequest[] {
  const random = createRandom(seed);
  const made = families.flatMap(([family, count, connection, template]) =>
    Array.from({ length: count }, () => {
      const place = random.below(2 ** 31);
      return [place, makeRequest(family, connection, decode(template), random)] as const;
    }),
  );
  return made.sort(([one], [other]) => one - other).map(([, request]) => request);
}

type Random = ReturnType<typeof createRandom>;

/** A bad request, as bytes. */
function makeRequest(family: string, connection: Connection, template: string, random: Random) {
  const marker = `zq${random.below(2 ** 31).toString(36)}x${random.below(2 ** 31).toString(36)}`;
  const text = expand(template, random)
    .replaceAll('MARK', marker)
    .replace(/[\u0100-\uffff]+/g, utf8);
  const length = text.length - text.indexOf('\r\n\r\n') - 4;
  const [method = ''] = text.trim().split(/\s/);
  // The end of a complete request is known if its address is ASCII and has no fragment.
  const isClear = /^\S+ [\x21\x22\x24-\x7e]+ HTTP\/1\.1\r/.test(text);
  const outcome: Connection = connection === 'kept' && !isClear ? 'either' : connection;
  return {
    /** Describes the fault, for the message of a failure. */
    family,
    /** Needed to read the response: HEAD has no body. */
    method,
    bytes: Buffer.from(text.replace('{length}', String(length)), 'latin1'),
    /** A word in the request that the response must not contain. */
    marker,
    connection: outcome,
  };
}

const placeholder = /\{(\w+)(?:([?%])|([*^])(\d+)-(\d+))?\}/g;

function expand(text: string, random: Random): string {
  return text.replace(placeholder, (whole, name, way, repeat, min, max) => {
    const alternatives = grammar.get(name);
    if (!alternatives) return whole; // `{length}`
    const make = () => expand(random.pick(alternatives), random);
    if (way === '?') return random.below(2) === 0 ? '' : make();
    if (way === '%') return encodeURIComponent(make());
    if (repeat === undefined) return make();
    const count = Number(min) + random.below(Number(max) - Number(min) + 1);
    if (repeat === '^') return make().repeat(count);
    return Array.from({ length: count }, make).join('');
  });
}
