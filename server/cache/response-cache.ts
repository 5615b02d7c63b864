import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Programme } from '#shared/events/programme.ts';
import { programme as siteProgramme } from '#shared/programme.ts';

import { formatStrictTransport } from '../middleware/security-headers.ts';
import type { AccessLog } from '../observe/access-log.ts';
import { roundMilliseconds } from '../observe/request-log.ts';
import { isSecure, type ProxyTrust } from '../proxy/proxy-trust.ts';
import { getRequestId, requestIdHeader } from '../proxy/request-id.ts';
import { splitUrl } from '../split-url.ts';
import type { CachedResponse, Representation } from './cached-response.ts';
import { createDayClock } from './day-clock.ts';
import { negotiateEncodings } from './encodings.ts';
import { findPageAddress } from './page-key.ts';
import { SecondChanceCache } from './second-chance-cache.ts';

export interface ResponseCacheOptions {
  /** Most memory for all answers, in bytes; without it 8 MiB. */
  readonly limit?: number;
  /** Whether pages and documents are kept. */
  readonly cachesPages: boolean;
  /** Whether files are kept: not while they are being worked on. */
  readonly cachesFiles: boolean;
  readonly trust: ProxyTrust;
  /** Whether `Strict-Transport-Security` is for the hosts below this one too. */
  readonly includeSubDomains: boolean;
  readonly now: () => Date;
  readonly observer: AccessLog;
  /** Whose filters and events an address may name; without it the site's. */
  readonly programme?: Programme;
  readonly logger: Logger;
}

/**
 * Finished answers in front of Express: a hit is one look-up and one write. Express fills it
 * (`routes/pages.ts`, `middleware/static-files.ts`), so the headers have one source: they are those
 * of the answer that was rendered.
 */
export class ResponseCache {
  readonly cachesPages: boolean;
  readonly cachesFiles: boolean;
  readonly programme: Programme;
  readonly #cache: SecondChanceCache;
  readonly #choice: ResponseCacheOptions;
  readonly #findToday: () => string;
  readonly #strictTransport: readonly [string, string];
  /** Those that wait for their better compression; all of them are in the cache. */
  readonly #popular = new Set<CachedResponse>();
  #isCompressing = false;

  constructor(choice: ResponseCacheOptions) {
    this.#choice = choice;
    this.cachesPages = choice.cachesPages;
    this.cachesFiles = choice.cachesFiles;
    this.programme = choice.programme ?? siteProgramme;
    // Where more is asked for than fits, answers come and go faster than they are compressed: what has
    // gone must not wait, or the queue would hold more and more of what the cache has let go.
    this.#cache = new SecondChanceCache(choice.limit ?? 8 * 1024 ** 2, (answer) =>
      this.#popular.delete(answer),
    );
    this.#findToday = createDayClock(choice.now);
    this.#strictTransport = formatStrictTransport(choice.includeSubDomains);
  }

  /** ResponseCache a request, or says that Express has to. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', method } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    let answer = this.#find(url);
    if (!answer && url.includes('?')) {
      const address = findPageAddress(request, url, this.programme);
      if (address) answer = this.#find(address.key);
    }
    if (!answer) return false;
    if (answer.hasRanges && request.headers.range !== undefined) return false;
    const { observer, trust } = this.#choice;
    if (!observer.wants(answer.status))
      this.send(answer, request, response, getRequestId(request, trust));
    else this.#sendObserved(answer, request, response);
    return true;
  }

  /** The same for a request that Express has: one that waited, or one without an address of its own. */
  serveKey(key: string, request: IncomingMessage, response: ServerResponse): boolean {
    const answer = this.#find(key);
    if (answer) this.send(answer, request, response);
    return answer !== undefined;
  }

  keep(key: string, answer: CachedResponse): void {
    this.#cache.keep(key, answer);
  }

  /**
   * Sends an answer in the coding that suits the client best, or says that its copy is still good.
   *
   * @param requestId for an answer in front of Express, which would have set it
   * @returns the status
   */
  send(
    answer: CachedResponse,
    request: IncomingMessage,
    response: ServerResponse,
    requestId?: string,
  ): number {
    const { headers, method } = request;
    const found = answer.find(negotiateEncodings(headers['accept-encoding']));
    const isRead = method === 'GET' || method === 'HEAD';
    const isFresh = isRead && answer.status === 200 && isMatch(headers['if-none-match'], found);
    const status = isFresh ? 304 : answer.status;
    const flat = [...(isFresh ? found.notModified : found.headers)];
    if (isSecure(request, this.#choice.trust)) flat.push(...this.#strictTransport);
    if (requestId !== undefined) flat.push(requestIdHeader, requestId);
    response.writeHead(status, flat);
    if (isFresh || method === 'HEAD') response.end();
    else response.end(found.body);
    if (answer.countSent()) this.#compressSoon(answer);
    return status;
  }

  /** For the metrics: how many answers are kept, and the bytes they may take. */
  get usage(): { readonly count: number; readonly bytes: number } {
    return { count: this.#cache.count, bytes: this.#cache.size };
  }

  #find(key: string): CachedResponse | undefined {
    const answer = this.#cache.find(key);
    if (answer?.day === undefined || answer.day === this.#findToday()) return answer;
    this.#cache.drop(key); // "Last updated" names another day now.
    return undefined;
  }

  #sendObserved(answer: CachedResponse, request: IncomingMessage, response: ServerResponse): void {
    const { socket, method = '', url = '' } = request;
    const startedAt = performance.now();
    const writtenBefore = socket.bytesWritten;
    const requestId = getRequestId(request, this.#choice.trust);
    const status = this.send(answer, request, response, requestId);
    this.#choice.observer.observe({
      requestId,
      method,
      path: splitUrl(url).path,
      route: answer.route,
      status,
      milliseconds: roundMilliseconds(performance.now() - startedAt),
      bytes: socket.bytesWritten - writtenBefore,
      cache: 'hit',
      isComplete: true,
    });
  }

  #compressSoon(answer: CachedResponse): void {
    this.#popular.add(answer);
    if (!this.#isCompressing) void this.#compressPopular();
  }

  /** One after the other, so that it never takes more than one core from the pages. */
  async #compressPopular(): Promise<void> {
    this.#isCompressing = true;
    for (const answer of this.#popular) {
      this.#popular.delete(answer);
      try {
        await answer.compressWell(); // Those that are added meanwhile get their turn, too.
      } catch (error) {
        // The larger form is sent on. A rejection that nobody handles would end the process.
        this.#choice.logger.error({ err: error, route: answer.route }, 'compressing failed');
      }
    }
    this.#isCompressing = false;
  }
}

/** RFC 9110, section 13.1.2: a list of tags, compared weakly, or a star. */
function isMatch(condition: string | undefined, { etag }: Representation): boolean {
  if (condition === undefined || etag === undefined) return false;
  if (condition === etag || condition === '*') return true;
  return condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
