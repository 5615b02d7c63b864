import type { OutgoingHttpHeader } from 'node:http';
import { nextTick } from 'node:process';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { lifetimes } from '#shared/lifetimes.ts';
import { isValid, type Validity } from '#shared/validity.ts';
import { getRoute, labelResponse } from '../observe/access-log.ts';
import { limitCaching } from './cache-control.ts';
import { createEntityTag } from './entity-tag.ts';

/** A complete response in one encoding, as it was sent. */
interface StoredResponse {
  readonly status: number;
  /** Headers set by later middleware. Earlier middleware sets its own for every request. */
  readonly headers: readonly (readonly [name: string, value: OutgoingHttpHeader])[];
  readonly body: Buffer;
  /** For the log and the metrics. */
  readonly route: string;
  readonly validity: Validity;
}

/** The cached responses by encoding and address. */
export type PageCache = LRUCache<string, StoredResponse>;

/** An estimate for the headers of a response, in bytes. */
const headersSize = 2_048;

/** @param maxSize of all responses together, in bytes */
export function createPageCache(maxSize: number): PageCache {
  return new LRUCache({ maxSize, sizeCalculation: ({ body }) => body.length + headersSize });
}

const validities = new WeakMap<Response, Validity>();

/** Allows the page cache to store the response. Any route may call it, before the first byte. */
export function storeInCache(response: Response, options: { readonly validity: Validity }): void {
  validities.set(response, options.validity);
}

interface PageCacheOptions {
  /** If undefined, nothing is stored, and the responses are the same. */
  readonly cache: PageCache | undefined;
  /** The canonical address, so that clients cannot invent keys; undefined if the response is not cached. */
  readonly findKey: (request: Request) => string | undefined;
  readonly now: () => Date;
}

/**
 * Caches rendered responses. It comes before `compression` and stores the sent status, headers and bytes. For each
 * address and encoding one request renders, and the others wait until its response is complete. If that request is
 * refused or its client disconnects, one of the others takes over. If the response cannot be stored, each request
 * renders its own. A response to be stored is held until it is complete, so that it has a length and an ETag like a
 * cache hit.
 */
export function cachePages({ cache, findKey, now }: PageCacheOptions): RequestHandler {
  /** By key. Resolves with true if the waiting requests may share a response, false if each renders its own. */
  const rendering = new Map<string, Promise<boolean>>();

  function find(key: string): StoredResponse | undefined {
    const stored = cache?.get(key);
    if (!stored || isValid(stored.validity, now().getTime())) return stored;
    cache?.delete(key); // For example, an event has begun or the day has changed.
    return undefined;
  }

  return async (request, response, next) => {
    const { method, headers } = request;
    const address = method === 'GET' ? findKey(request) : undefined; // See `readHeadAsGet`.
    if (address === undefined) return next();
    const key = `${headers['accept-encoding']} ${address}`; // See `negotiateEncoding`.
    const end = response.end.bind(response);
    let stored = find(key);
    let isShared = true;
    // Each waiting request checks again. The first that finds nothing takes over before the next one checks.
    for (let other = rendering.get(key); other && !stored && isShared; other = rendering.get(key)) {
      isShared = await other;
      stored = find(key);
    }
    if (stored) {
      labelResponse(response, stored.route, 'hit');
      return send(request, response, stored, end, now());
    }
    if (response.destroyed) return; // The client disconnected while it waited.
    const { promise, resolve } = Promise.withResolvers<boolean>();
    if (cache) rendering.set(key, promise);
    const release = (forOthers = true) => {
      if (rendering.get(key) === promise) rendering.delete(key);
      resolve(forOthers);
    };
    response.once('close', () => release());
    holdResponse(
      response,
      () => release(response.statusCode === 429), // A refusal of one visitor does not apply to others.
      (complete) => {
        if (!response.destroyed) cache?.set(key, complete);
        release();
        labelResponse(response, complete.route, cache ? 'miss' : 'none');
        send(request, response, complete, end, now());
      },
    );
    next();
  };
}

/**
 * Holds a response until its end if it may be stored when its head is written. Any other response is sent unchanged.
 *
 * @param onPassed is called for a response that is not held
 * @param onComplete is called when a held response has ended
 */
function holdResponse(
  response: Response,
  onPassed: () => void,
  onComplete: (complete: StoredResponse) => void,
): void {
  const { writeHead, write, end } = response;
  const above = response.getHeaders();
  const chunks: Buffer[] = [];
  let isPassed = false;
  /** How long the held response is valid; set by the first call of `hold`. */
  let held: Validity | undefined;
  const hold = () => {
    if (isPassed) return undefined;
    held ??= findValidity(response);
    isPassed = held === undefined;
    if (isPassed) onPassed();
    return held;
  };
  const keep = ([chunk, ...others]: readonly unknown[]) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk)); // Express and React send UTF-8.
    if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
    const callback = [chunk, ...others].at(-1);
    if (typeof callback === 'function') nextTick(() => callback());
  };
  response.writeHead = (...args: unknown[]) =>
    hold() ? response : Reflect.apply(writeHead, response, args);
  response.write = (...args: unknown[]) => {
    if (!hold()) return Reflect.apply(write, response, args);
    keep(args);
    return true;
  };
  response.end = (...args: unknown[]) => {
    const validity = hold();
    if (!validity) return Reflect.apply(end, response, args);
    keep(args);
    isPassed = true;
    onComplete(completeResponse(response, validity, above, Buffer.concat(chunks)));
    return response;
  };
}

/** Finds how long a response may be stored; undefined if no route allows storing it, or if it must not be stored. */
function findValidity(response: Response): Validity | undefined {
  const { statusCode: status } = response;
  const policy = response.get('content-security-policy') ?? '';
  return status >= 500 ||
    (forbidsStoring(response) && status !== 404) || // The not-found page is the same for all addresses.
    response.hasHeader('set-cookie') ||
    policy.includes("'nonce-")
    ? undefined
    : validities.get(response);
}

const forbidsStoring = (response: Response) => response.get('cache-control')?.includes('no-store');

/** @param above headers set by middleware before the cache, which sets them for every request */
function completeResponse(
  response: Response,
  validity: Validity,
  above: Readonly<Record<string, OutgoingHttpHeader | undefined>>,
  body: Buffer,
): StoredResponse {
  if (!forbidsStoring(response)) response.setHeader('etag', createEntityTag(response, body));
  const headers = Object.entries(response.getHeaders()).flatMap(([name, value]) =>
    value === undefined || value === above[name] ? [] : [[name, value] as const],
  );
  return { status: response.statusCode, headers, body, route: getRoute(response), validity };
}

/** Sends a complete response, or a 304 if the client's copy is still valid. */
function send(
  request: Request,
  response: Response,
  { status, headers, body, validity: { until } }: StoredResponse,
  end: (body?: Buffer) => void,
  now: Date,
): void {
  response.status(status);
  for (const [name, value] of headers) response.setHeader(name, value);
  const cacheControl = response.get('cache-control');
  if (until !== undefined && cacheControl !== undefined) {
    response.setHeader('cache-control', limitCaching(cacheControl, until - now.getTime()));
  }
  if (isPreconditionFailed(request, response)) {
    for (const name of [...ofContent, 'etag']) response.removeHeader(name);
    response.status(412).set('cache-control', lifetimes.error).type('text/plain');
    end(Buffer.from('Precondition Failed.\n'));
    return;
  }
  if (request.fresh) {
    for (const name of ofContent) response.removeHeader(name);
    response.status(304);
  } else response.setHeader('content-length', body.length);
  end(response.statusCode === 304 ? undefined : body);
}

/** Evaluates `If-Match` (RFC 9110, section 13.1.1) as `send` does for files. */
function isPreconditionFailed(request: Request, response: Response): boolean {
  const condition = request.get('if-match');
  const etag = response.get('etag');
  if (condition === undefined || etag === undefined || condition.trim() === '*') return false;
  return !condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

const ofContent = ['content-type', 'content-encoding', 'content-length'];
