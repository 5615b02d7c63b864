import type { HostileRequest } from './hostile-request.ts';
import type { RawAnswer } from './raw-connection.ts';

/** Beginnings and parts of files that exist beside the public ones. */
const secrets: readonly (readonly [string, RegExp])[] = [
  ['package.json', /"(devD|optionalD|d)ependencies"\s*:/],
  ['the lock file', /"lockfileVersion"/],
  ['the code of the server', /createServer\(|parseConfig|process\.env/],
  ['the build’s manifest', /"preload"\s*:|TOP-SECRET/],
  ['the repository', /^ref: refs\/|^gitdir: |\[core\]/m],
  ['the database', /SQLite format 3/],
  ['the machine', /^root:[^:]*:0:0/m],
  ['a stack', /node_modules\/|\bat .*\.[jt]sx?:\d+/],
];

/** Headers of every answer of the application, beside those of `always`. */
const ours = [
  'x-frame-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
] as const;
const always = ['content-security-policy', 'x-content-type-options', 'cache-control'] as const;

/** What is wrong with an answer to a bad request; nothing, if all is well. */
export function findFaults(request: HostileRequest, response: RawAnswer): readonly string[] {
  const { status, headers, body } = response;
  const faults: string[] = [];
  const demand = (isMet: boolean, words: string) => {
    if (!isMet) faults.push(words);
  };
  demand(status < 500, `status ${status}`);

  // What the application answers says which request it was; what is refused before it has no id.
  const isOurs = headers.has('x-request-id');
  demand(isOurs || [400, 408, 413, 414, 417, 431].includes(status), `${status} without an id`);
  for (const name of isOurs ? [...always, ...ours] : always) {
    if (name === 'cache-control' && status === 303) continue; // never cached unless it says so
    demand(headers.has(name), `no ${name}`);
  }
  demand(!headers.has('set-cookie'), 'a cookie');
  demand(!headers.has('strict-transport-security'), 'HSTS over plain HTTP');

  const location = headers.get('location');
  if (location !== undefined) {
    const leadsTo = new URL(location, 'http://circle.example');
    demand(
      leadsTo.origin === 'http://circle.example' && /^\/[a-z-]*(\/form)?(\?|$)/.test(location),
      `a redirect to ${location}`,
    );
  }

  const text = body.toString('latin1');
  for (const [name, pattern] of secrets) demand(!pattern.test(text), `it holds ${name}`);
  // What the build has compressed is sent as a coding of its file, and never as one of its own.
  demand(headers.has('content-encoding') || !text.includes('BESIDE'), 'it holds a compressed form');
  demand(!isReflected(request, text), 'its body repeats the request');
  for (const [name, value] of headers) {
    // The query of a page that moved goes with it; an id that is well-formed is given back.
    if (name === 'location' || name === 'x-request-id') continue;
    demand(!value.includes(request.marker), `its header ${name} repeats the request`);
  }
  return faults;
}

function isReflected({ marker, isTyped }: HostileRequest, text: string): boolean {
  if (!text.includes(marker)) return false;
  if (!isTyped) return true;
  // A form shows what was typed, in the field where it was typed, and tells it the browser's code.
  const rest = text
    .replace(/<input [^<>]*value="[^"<>]*"[^<>]*>/g, '')
    .replace(/<script type="application\/json"[^<>]*>[^<]*<\/script>/g, '');
  return rest.includes(marker);
}
