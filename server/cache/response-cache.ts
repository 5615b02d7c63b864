import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type PageAddress, parsePageAddress } from '#shared/page-address.ts';
import { findPageByPath, type Page } from '#shared/routes.ts';
import { publishedContent, type SiteContent } from '#shared/site-content.ts';
import { always, isValid } from '#shared/validity.ts';
import type { AccessLog } from '../observe/access-log.ts';
import { roundMilliseconds } from '../observe/request-log.ts';
import { isSecure, type ProxyTrust } from '../proxy/proxy-trust.ts';
import {
  findTraceparent,
  getRequestId,
  requestIdHeader,
  traceparentHeader,
} from '../proxy/request-id.ts';
import { splitUrl } from '../split-url.ts';
import { formatStrictTransport } from '../strict-transport.ts';
import { limitCaching } from './cache-control.ts';
import type { CachedResponse, Representation } from './cached-response.ts';
import { negotiateEncodings } from './encodings.ts';
import { SecondChanceCache } from './second-chance-cache.ts';

export interface ResponseCacheOptions {
  /** The maximum of memory for all responses, in bytes; by default 8 MiB. */
  readonly pageCacheBytes?: number;
  /** Resources too. */
  readonly cachesPages: boolean;
  readonly cachesFiles: boolean;
  readonly trust: ProxyTrust;
  /** Whether `Strict-Transport-Security` is for the hosts below this one too. */
  readonly includeSubDomains: boolean;
  readonly now: () => Date;
  readonly accessLog: AccessLog;
  /** Whether responses name their kind for a CDN that stores them: see `cache-tags.ts`. */
  readonly sendsTags?: boolean;
  /** Whether `Server-Timing` says what a response took. */
  readonly sendsTiming?: boolean;
  /** The content of pages and resources, whose values the addresses may name; by default the site's. */
  readonly content?: SiteContent;
  readonly logger: Logger;
}

/** What only the caller knows of a response. */
interface SendOptions {
  /** In front of Express; behind it the headers are already set. */
  readonly requestId?: string;
  readonly traceparent?: string | undefined;
  /** Whether the response came from the cache, and how long it took to render, in milliseconds. */
  readonly isHit?: boolean;
  readonly renderTime?: number;
}

/**
 * Complete responses in front of Express: a hit is one look-up and one write. The routes fill the cache
 * after a miss (`routes/pages.ts`, `routes/resources.ts`, `middleware/static-files.ts`).
 */
export class ResponseCache {
  readonly cachesPages: boolean;
  readonly cachesFiles: boolean;
  readonly content: SiteContent;
  readonly #cache: SecondChanceCache;
  readonly #options: ResponseCacheOptions;
  readonly #strictTransport: readonly [string, string];
  /** Responses that wait for better compression; all of them are in the cache. */
  readonly #popular = new Set<CachedResponse>();
  #isCompressing = false;
  readonly #addresses = new WeakMap<IncomingMessage, PageAddress>();

  constructor(options: ResponseCacheOptions) {
    this.#options = options;
    this.cachesPages = options.cachesPages;
    this.cachesFiles = options.cachesFiles;
    this.content = options.content ?? publishedContent;
    // An evicted response leaves the queue too. Otherwise, when more is requested than fits, the queue
    // would hold more and more responses that are no longer cached.
    this.#cache = new SecondChanceCache(options.pageCacheBytes ?? 8 * 1024 ** 2, (evicted) =>
      this.#popular.delete(evicted),
    );
    this.#strictTransport = formatStrictTransport(options.includeSubDomains);
  }

  /** Responds from the cache. Returns whether it did; if not, Express has to. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', method } = request;
    if (method !== 'GET' && method !== 'HEAD') return false;
    const { path, search } = splitUrl(url);
    let cached = this.#find(url);
    if (!cached && search !== '') {
      const page = findPageByPath(path);
      cached = page && this.#find(this.parseAddress(request, page, path, search).key);
    }
    if (!cached) return false;
    const { accessLog, trust } = this.#options;
    const { socket } = request;
    const startedAt = performance.now();
    const writtenBefore = socket.bytesWritten;
    const requestId = getRequestId(request, trust);
    const traceparent = findTraceparent(request, trust);
    const status = this.send(cached, request, response, { requestId, traceparent, isHit: true });
    if (!accessLog.wants(status)) return true;
    accessLog.record({
      requestId,
      traceparent,
      method,
      path,
      route: cached.route,
      status,
      milliseconds: roundMilliseconds(performance.now() - startedAt),
      bytes: socket.bytesWritten - writtenBefore,
      cache: cached.route === 'file' ? 'none' : 'hit', // Only pages and resources count as hits.
      isComplete: true,
    });
    return true;
  }

  /** Parses the address of a page once for each request: its key finds a cached response, its data render a page. */
  parseAddress(request: IncomingMessage, page: Page, path: string, search: string): PageAddress {
    const address =
      this.#addresses.get(request) ?? parsePageAddress(page, path, search, this.content);
    this.#addresses.set(request, address);
    return address;
  }

  /** Like `serve`, by key: for a request that waited, a page without an address of its own, a resource. */
  serveKey(key: string, request: IncomingMessage, response: ServerResponse): boolean {
    const cached = this.#find(key);
    if (cached) this.send(cached, request, response, { isHit: true });
    return cached !== undefined;
  }

  set(key: string, cached: CachedResponse): void {
    this.#cache.set(key, cached);
  }

  /**
   * Sends a response in the best encoding for the client, or 304 if the client's copy is still valid.
   *
   * @returns the status
   */
  send(
    cached: CachedResponse,
    request: IncomingMessage,
    response: ServerResponse,
    { requestId, traceparent, isHit = false, renderTime }: SendOptions = {},
  ): number {
    const { headers, method } = request;
    const { trust, sendsTags, sendsTiming } = this.#options;
    const startedAt = sendsTiming ? performance.now() : 0;
    const found = cached.getRepresentation(negotiateEncodings(headers['accept-encoding']));
    const isRead = method === 'GET' || method === 'HEAD';
    const isFresh = isRead && cached.status === 200 && isMatch(headers['if-none-match'], found);
    const status = isFresh ? 304 : cached.status;
    const flat = [...(isFresh ? found.notModified : found.headers)];
    const { until } = cached.validity;
    if (until !== undefined) limitCaching(flat, until - this.#options.now().getTime());
    if (isSecure(request, trust)) flat.push(...this.#strictTransport);
    if (requestId !== undefined) flat.push(requestIdHeader, requestId);
    if (traceparent !== undefined) flat.push(traceparentHeader, traceparent);
    if (sendsTags) flat.push(...cached.tags);
    if (sendsTiming) {
      const compression = performance.now() - startedAt;
      flat.push('server-timing', formatServerTiming(isHit, renderTime, compression));
    }
    response.writeHead(status, flat);
    response.end(isFresh || method === 'HEAD' ? undefined : found.body);
    if (cached.countSent(found)) {
      this.#popular.add(cached);
      if (!this.#isCompressing) void this.#compressPopular();
    }
    return status;
  }

  /** For the metrics: the number of cached responses, and the bytes that they may take. */
  get usage(): { readonly count: number; readonly bytes: number } {
    return { count: this.#cache.count, bytes: this.#cache.size };
  }

  #find(key: string): CachedResponse | undefined {
    const cached = this.#cache.find(key);
    if (!cached || cached.validity === always) return cached;
    if (isValid(cached.validity, this.#options.now().getTime())) return cached;
    this.#cache.evict(key); // An event has begun since, or the day has changed.
    return undefined;
  }

  /** One after the other, so that compression never takes more than one core. */
  async #compressPopular(): Promise<void> {
    this.#isCompressing = true;
    for (const cached of this.#popular) {
      this.#popular.delete(cached);
      try {
        await cached.compressWell(); // The loop also reaches those that are added meanwhile.
      } catch (error) {
        // The larger encoding stays. An unhandled rejection would end the process.
        this.#options.logger.error({ err: error, route: cached.route }, 'compression failed');
      }
    }
    this.#isCompressing = false;
  }
}

/** `cache;desc=miss, render;dur=4.1, compression;dur=1.2` (W3C Server Timing), in milliseconds. */
function formatServerTiming(isHit: boolean, render: number | undefined, compression: number) {
  const durations = Object.entries({ render, compression }).flatMap(([name, milliseconds]) =>
    milliseconds === undefined ? [] : [`${name};dur=${roundMilliseconds(milliseconds)}`],
  );
  return [`cache;desc=${isHit ? 'hit' : 'miss'}`, ...durations].join(', ');
}

/** RFC 9110, section 13.1.2: a list of tags, compared weakly, or a star. */
function isMatch(condition: string | undefined, { etag }: Representation): boolean {
  if (condition === undefined || etag === undefined) return false;
  if (condition === etag || condition === '*') return true;
  return condition.split(',').some((tag) => getOpaqueTag(tag) === getOpaqueTag(etag));
}

const getOpaqueTag = (tag: string) => tag.trim().replace(/^W\//, '');
