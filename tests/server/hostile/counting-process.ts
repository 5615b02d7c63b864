import { readdirSync } from 'node:fs';
import { pino } from 'pino';
import { createApp } from '#server/app.ts';
import { createHttpServer } from '#server/http/http-server.ts';
import { createPageCache } from '#server/page-cache.ts';
import type { PageId } from '#shared/routes.ts';
import { listenLocally } from '../../helpers/site/ask.ts';
import { standIn } from '../../helpers/site/every-response.ts';
import { makeSlowAbout } from '../../helpers/site/slow-page.tsx';

/* The site with shorter limits than in production. The shell of its manifesto and a part of its about page are never
   ready. `/resources` counts the descriptors, connections and timers of the process. */

const [shell, part] = [makeSlowAbout('shell'), makeSlowAbout()];
const app = createApp({
  cache: createPageCache(1e6),
  isBuilt: true,
  buildDirectory: process.env['ASSETS_DIR'] ?? '',
  newsletter: standIn({ subscribe: async () => ({ kind: 'accepted' }) }),
  getPageModule: (id: PageId) =>
    id === 'manifesto' ? shell.getPageModule('about') : part.getPageModule(id),
});
const limits = { head: 500, request: 500, idle: 500, silence: 1_000, check: 100 };
const server = createHttpServer(
  (request, response) => {
    if (request.url !== '/resources') return app(request, response);
    const active = Object.groupBy(process.getActiveResourcesInfo(), (name) => name);
    const counts = Object.entries(active).map(([name, list = []]) => [name, list.length]);
    const descriptors = readdirSync('/dev/fd').length;
    response.end(JSON.stringify({ descriptors, ...Object.fromEntries(counts) }));
  },
  { logger: pino({ enabled: false }), limits },
);
const { port } = await listenLocally(server);
pino().info({ url: `http://127.0.0.1:${port}` }, 'ready');
process.once('SIGTERM', () => server.close()); // Nothing is pending then, so the process ends.
