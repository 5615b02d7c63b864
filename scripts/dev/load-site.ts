import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { createSite } from '#server/create-site.ts';
import { listen } from '#server/http/listen.ts';

/** One version of our code. */
export interface Version {
  readonly timers: Set<NodeJS.Timeout>;
  hasEnded: boolean;
}

/** The version that runs now, also in what it has started and in the packages that it calls. */
const running = new AsyncLocalStorage<Version>();
for (const name of ['setTimeout', 'setInterval'] as const) {
  const recordTimer = new Proxy(globalThis[name], {
    apply(start, self, given) {
      const timer: NodeJS.Timeout = Reflect.apply(start, self, given);
      running.getStore()?.timers.add(timer);
      return timer;
    },
  });
  Object.assign(globalThis, { [name]: recordTimer });
}

/** The version that has called this, directly or from anything that it has started. */
export const getVersion = () => running.getStore();

/** Later errors of this version are ignored. */
export function endVersion(version: Version): void {
  version.hasEnded = true;
  for (const timer of version.timers) clearTimeout(timer);
}

type SiteOptions = Omit<Parameters<typeof createSite>[0], 'isCaching'>;
export type LoadedSite = Awaited<ReturnType<typeof loadSite>>;

/**
 * Loads a new instance of a bundle of `server/create-site.ts`. The bundle is CommonJS, because Node keeps every ES
 * module for ever.
 *
 * @param server the server that passes requests to it
 */
export async function loadSite(bundle: string, server: Server, options: SiteOptions) {
  const version: Version = { timers: new Set(), hasEnded: false };
  const site = await running.run(version, create).catch((error: unknown) => {
    endVersion(version);
    throw error;
  });
  async function create() {
    const load = createRequire(bundle);
    delete load.cache[bundle];
    const loaded: { readonly createSite: typeof createSite } = load(bundle);
    const made = await loaded.createSite({ ...options, isCaching: false });
    const { config, logger, metrics, metricsServer } = made;
    metrics?.watchConnections(server);
    if (metricsServer && config.metrics) await listen(metricsServer, { ...config.metrics, logger });
    return made;
  }
  return {
    handle: (request: IncomingMessage, response: ServerResponse) =>
      running.run(version, () => site.app(request, response)),
    /** @param former resolves when the former version has released its resources */
    async start(url: string | undefined, former: Promise<void> | undefined) {
      await former;
      if (!version.hasEnded) running.run(version, () => site.start(url));
    },
    /** Releases its resources, after it has sent a mail in flight. */
    async stop() {
      version.hasEnded = true;
      site.metricsServer?.closeAllConnections();
      site.metricsServer?.close();
      await site
        .finishWork()
        .then(site.close)
        .catch((error: unknown) => console.error(error));
      endVersion(version);
    },
  };
}
