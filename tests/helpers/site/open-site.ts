import type { OutgoingHttpHeaders } from 'node:http';
import { getPageModule as getOwnPageModule } from '#client/pages.ts';
import { type AppDependencies, createApp } from '#server/app.ts';
import { createPageCache } from '#server/page-cache.ts';
import type { ProxyTrust } from '#server/proxy/proxy-trust.ts';
import type { PageId } from '#shared/routes.ts';
import { serve } from '../until-test-ends.ts';
import { askPort } from './ask.ts';

/** The application with its page cache. */
export function makeCachedSite(given: Partial<AppDependencies> = {}) {
  const cache = createPageCache(8 * 1024 ** 2);
  return { cache, app: createApp({ cache, isBuilt: true, ...given }) };
}

/** The application with its page cache, on a port, until the test ends. It counts what it does. */
export async function openSite({
  getPageModule = getOwnPageModule,
  ...given
}: Partial<AppDependencies> = {}) {
  const renders = new Map<PageId, number>();
  /** Each render takes the component of its page once. */
  const getCountedModule = (id: PageId) => {
    const module = getPageModule(id);
    return {
      ...module,
      get Page() {
        renders.set(id, (renders.get(id) ?? 0) + 1);
        return module.Page;
      },
    };
  };
  let arrived = 0;
  const { app, cache } = makeCachedSite({ ...given, getPageModule: getCountedModule });
  const port = await serve((request, response) => {
    arrived += 1;
    app(request, response);
  });
  return {
    port,
    cache,
    /** The renders of each page. */
    renders,
    /** The number of requests. */
    countArrived: () => arrived,
    ask: (path: string, headers: OutgoingHttpHeaders = {}, method = 'GET') =>
      askPort(port, { method, path, headers }),
  };
}

/** Trusts the test as a proxy: its `X-Forwarded-…` and `X-Request-Id` are used. */
export const trustLoopback: ProxyTrust = (address, distance) =>
  distance === 0 && address.endsWith('127.0.0.1');
