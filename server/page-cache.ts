import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { second } from '#shared/dates/durations.ts';
import { isValid, type Validity } from '#shared/validity.ts';
import { limitCaching } from './middleware/cache-control.ts';
import { createEntityTag, sendBody } from './middleware/entity-tag.ts';
import { brotli } from './middleware/negotiate-encoding.ts';
import { labelResponse } from './observe/access-log.ts';

export interface CompleteResponse {
  readonly status: number;
  /** The headers of the route. Those of earlier middleware are set for every request, and are not stored. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly validity: Validity;
}

interface StoredResponse extends Omit<CompleteResponse, 'body'> {
  readonly body: Buffer;
  /** The last `Cache-Control`, and the seconds to the next change for which it is right. */
  limited?: { readonly seconds: number; readonly text: string };
}

/** The responses by encoding and address. */
export type PageCache = LRUCache<string, StoredResponse>;

/** An estimate of the size of a response's headers, in bytes. */
const headersSize = 2_048;

/** @param maxSize of all responses together, in bytes */
export function createPageCache(maxSize: number): PageCache {
  return new LRUCache({ maxSize, sizeCalculation: ({ body }) => body.length + headersSize });
}

declare module 'express-serve-static-core' {
  interface Locals {
    finish?: (complete: CompleteResponse) => Promise<void>;
  }
}

interface PageCacheOptions {
  readonly cache: PageCache | undefined;
  readonly now: () => Date;
}

/**
 * Caches the responses that a route sends with `sendComplete`. For each address and encoding one request renders, and
 * the others wait. If its client disconnects, another takes over; if its response cannot be stored, each renders.
 */
export function cachePages({ cache, now }: PageCacheOptions): RequestHandler {
  /** The renders by cache key. True: the waiting requests may share a response. False: each renders its own. */
  const rendering = new Map<string, Promise<boolean>>();

  function find(key: string): StoredResponse | undefined {
    const stored = cache?.get(key);
    if (!stored || isValid(stored.validity, now().getTime())) return stored;
    cache?.delete(key);
    return undefined;
  }

  return async (request, response, next) => {
    const { method, headers } = request;
    const { key: address, label = '' } = response.locals.address ?? {};
    if (method !== 'GET' || address === undefined) return next(); // See `readHeadAsGet`.
    const key = `${headers['accept-encoding']} ${address}`; // See `negotiateEncoding`.
    let stored = find(key);
    let isShared = true;
    // The first that finds nothing takes over before the next one checks.
    for (let other = rendering.get(key); other && !stored && isShared; other = rendering.get(key)) {
      isShared = await other;
      stored = find(key);
    }
    if (stored) {
      labelResponse(response, label, 'hit');
      return send(request, response, stored, now());
    }
    if (response.destroyed) return; // The client disconnected while it waited.
    const { promise, resolve } = Promise.withResolvers<boolean>();
    if (cache) rendering.set(key, promise);
    const release = (forOthers: boolean) => {
      if (rendering.get(key) === promise) rendering.delete(key);
      resolve(forOthers);
    };
    response.once('close', () => {
      // A refusal of one visitor does not apply to others.
      release(!response.writableFinished || response.statusCode === 429);
    });
    response.locals.finish = async (complete) => {
      if (!isStorable(response)) {
        release(false);
        return void response.end(complete.body);
      }
      const encoded = await encode(request, response, complete);
      cache?.set(key, encoded);
      release(true);
      labelResponse(response, label, cache ? 'miss' : 'none');
      send(request, response, encoded, now());
    };
    next();
  };
}

/** Sends a complete response, and stores it if nothing forbids it. */
export async function sendComplete(response: Response, complete: CompleteResponse): Promise<void> {
  response.status(complete.status).set(complete.headers);
  const { finish } = response.locals;
  if (finish) await finish(complete);
  else response.end(complete.body);
}

/** Whether a response is the same for everyone, by all its headers. */
function isStorable(response: Response): boolean {
  const { statusCode: status } = response;
  const policy = response.get('content-security-policy') ?? '';
  return !(
    status >= 500 ||
    (forbidsStoring(response) && status !== 404) || // The not-found page is the same for all addresses.
    response.hasHeader('set-cookie') ||
    policy.includes("'nonce-")
  );
}

const forbidsStoring = (response: Response) => response.get('cache-control')?.includes('no-store');

const compressors = new Map<unknown, (body: Buffer) => Promise<Buffer>>([
  ['br', (body) => promisify(brotliCompress)(body, brotli)],
  ['gzip', promisify<Buffer, Buffer>(gzip)],
]);

/** Encodes a response, and adds its ETag. */
async function encode(
  { headers }: Request,
  response: Response,
  complete: CompleteResponse,
): Promise<StoredResponse> {
  const encoding = headers['accept-encoding'];
  const compress = compressors.get(encoding);
  const plain = Buffer.from(complete.body);
  const body = compress ? await compress(plain) : plain;
  const encoded = {
    ...complete.headers,
    vary: 'Accept-Encoding',
    ...(compress && encoding && { 'content-encoding': encoding }),
  };
  response.set(encoded);
  const tag = forbidsStoring(response) ? {} : { etag: createEntityTag(response, body) };
  return { ...complete, headers: { ...encoded, ...tag }, body };
}

function send(request: Request, response: Response, stored: StoredResponse, now: Date): void {
  const { status, headers, body, validity } = stored;
  response.status(status).set(headers);
  const cacheControl = headers['cache-control'];
  if (validity.until !== undefined && cacheControl !== undefined) {
    const seconds = Math.max(0, Math.floor((validity.until - now.getTime()) / second));
    if (stored.limited?.seconds !== seconds) {
      stored.limited = { seconds, text: limitCaching(cacheControl, seconds) };
    }
    response.setHeader('cache-control', stored.limited.text);
  }
  sendBody(request, response, body);
}
