import type { Request, RequestHandler } from 'express';
import { lifetimes } from '#shared/lifetimes.ts';
import { type PageAddress, parsePageAddress } from '#shared/page-address.ts';
import {
  createResources,
  findDayResource,
  type ResourceAddress,
  type TextResource,
} from '#shared/resources.ts';
import {
  findCurrent,
  footerLinks,
  formatCanonicalPath,
  headerLinks,
  type Page,
  pages,
} from '#shared/routes.ts';
import type { SiteContent } from '#shared/site-content.ts';
import { decodePath, splitUrl } from './http/split-url.ts';
import { labelResponse } from './observe/access-log.ts';

/** The address at its canonical spelling, or the redirect to it. */
export type RequestAddress = Cached &
  (
    | {
        readonly kind: 'redirect';
        readonly status: 301 | 308;
        readonly location: string;
        readonly cacheControl: string;
      }
    | { readonly kind: 'page'; readonly address: PageAddress }
    | {
        readonly kind: 'resource';
        readonly resource: TextResource;
        readonly address: ResourceAddress;
      }
    /** Malformed: the path cannot be decoded. Other: health, reports and the newsletter have their own routes. */
    | { readonly kind: 'not-found' | 'malformed' | 'other' }
  );

interface Cached {
  /** The cache key: clients cannot invent one. Missing if the response is not cached. */
  readonly key?: string | undefined;
  /** The label of a cached response in the log and the metrics. */
  readonly label?: string;
}

declare module 'express-serve-static-core' {
  interface Locals {
    address?: RequestAddress;
  }
}

const linkedPaths = new Set(['/', ...[...headerLinks, ...footerLinks].map(({ path }) => path)]);

/**
 * Finds out what the address of a request is: `response.locals.address`. Redirects other spellings of a path and the
 * former paths of a page. Files are not included: they need their exact name.
 *
 * @param others the paths with their own routes
 * @param now decides the days whose line exists
 */
export function readAddress(
  content: SiteContent,
  others: readonly string[],
  now: () => Date,
  table: readonly Page[] = pages,
): RequestHandler {
  const parse = createParser(content, others, now, table);
  return (request, response, next) => {
    const address = parse(request);
    response.locals.address = address;
    if (address.kind !== 'redirect') return next();
    labelResponse(response, 'redirect');
    const { status, location, cacheControl } = address;
    const headers = { location, 'cache-control': cacheControl, 'content-length': '0' };
    response.status(status).set(headers).end();
  };
}

function createParser(
  content: SiteContent,
  others: readonly string[],
  now: () => Date,
  table: readonly Page[],
): (request: Request) => RequestAddress {
  /** What each canonical path leads to. */
  const targets = new Map<string, (search: string) => RequestAddress>();
  for (const path of others) targets.set(path, () => ({ kind: 'other' }));
  const toTarget = (resource: TextResource) => (search: string) => {
    const address = resource.parse(search);
    return { kind: 'resource', resource, address, key: address.key, label: 'resource' } as const;
  };
  for (const resource of createResources(content)) targets.set(resource.path, toTarget(resource));
  for (const page of table) {
    const { id, path, hasDeferredPart } = page;
    if (path === undefined) continue;
    targets.set(path, (search) => {
      const address = parsePageAddress(page, path, search, content);
      return { kind: 'page', address, key: hasDeferredPart ? undefined : address.key, label: id };
    });
  }
  const formerPaths = new Map(
    table.flatMap(({ path, formerPaths = [] }) => formerPaths.map((former) => [former, path])),
  );
  return ({ method, originalUrl }) => {
    const { path, search } = splitUrl(originalUrl);
    const exact = targets.get(path);
    if (exact) return exact(search);
    const ofDay = findDayResource(path, now().getTime());
    if (ofDay) return toTarget(ofDay)(search);
    const decoded = decodePath(path);
    if (decoded === undefined) return { kind: 'malformed' };
    const spelt = formatCanonicalPath(decoded);
    const former = formerPaths.get(spelt);
    const canonical = former ?? spelt;
    const target = targets.get(canonical)?.(search);
    if (!target) return { kind: 'not-found', key: formatNotFoundKey(path), label: 'not-found' };
    if (method !== 'GET' && method !== 'HEAD') return target;
    const ofPage = former === undefined ? lifetimes.redirect : lifetimes.formerPath;
    // The query of a mail's link is a token.
    const cacheControl = target.kind === 'page' ? ofPage : lifetimes.private;
    // Feed readers, calendars and other programs may not know a 308.
    const status = target.kind === 'page' ? 308 : 301;
    return { kind: 'redirect', status, location: canonical + search, cacheControl };
  };
}

/** All unknown addresses share a page, but for its links that are marked as current. */
function formatNotFoundKey(path: string): string {
  return ['not-found', ...[...linkedPaths].map((linked) => findCurrent(linked, path))].join(' ');
}
