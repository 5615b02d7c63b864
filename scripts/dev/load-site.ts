import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { createSite } from '#server/create-site.ts';
import { listen } from '#server/http/listen.ts';

type SiteOptions = Omit<Parameters<typeof createSite>[0], 'isCaching'>;
export type LoadedSite = Awaited<ReturnType<typeof loadSite>>;

/**
 * Loads a new instance of a bundle of `server/create-site.ts`. The bundle is CommonJS, because Node keeps every ES
 * module for ever.
 *
 * @param server the server that passes requests to it
 */
export async function loadSite(bundle: string, server: Server, options: SiteOptions) {
  const load = createRequire(bundle);
  delete load.cache[bundle];
  const loaded: { readonly createSite: typeof createSite } = load(bundle);
  const site = await loaded.createSite({ ...options, isCaching: false });
  const { app, config, logger, metrics, metricsServer } = site;
  metrics?.watchConnections(server);
  if (metricsServer && config.metrics) await listen(metricsServer, { ...config.metrics, logger });
  let hasEnded = false;
  return {
    handle: (request: IncomingMessage, response: ServerResponse) => app(request, response),
    /** @param former resolves when the former version has released its resources */
    async start(url: string | undefined, former: Promise<void> | undefined) {
      await former;
      if (!hasEnded) site.start(url);
    },
    /** Releases its resources, after it has sent a mail in flight. */
    async stop() {
      hasEnded = true;
      metricsServer?.closeAllConnections();
      metricsServer?.close();
      await site
        .finishWork()
        .then(site.close)
        .catch((error: unknown) => console.error(error));
    },
  };
}
