import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { pino } from 'pino';
import { getPageModule } from '#client/pages.ts';
import { createApp } from '#server/app.ts';
import { readAssetManifest } from '#server/render/asset-manifest.ts';
import { site } from '#shared/site.ts';
import { createSiteContent } from '#shared/site-content.ts';
import { makeLargeContent } from '../content/large-content.ts';
import { sampleContent } from '../content/sample-content.ts';
import { listenLocally } from './ask.ts';

/* The production build's browser code behind a server whose clock stands still at MOMENT, in ISO 8601: the only way
   to a future event, whatever the date is. `/clock/<ISO 8601>` sets it. With LARGE it shows a programme of years;
   without, the tests' samples. FAILING_PAGE fails, because no request causes the page of a failure. */

const { MOMENT, LARGE, FAILING_PAGE, ASSETS_DIR } = process.env;
const buildDirectory = ASSETS_DIR ?? resolve(import.meta.dirname, '../../../dist');
let moment = new Date(MOMENT ?? Date.now());

const app = createApp({
  assets: readAssetManifest(buildDirectory),
  buildDirectory,
  now: () => moment,
  getPageModule: (id) => (id === FAILING_PAGE ? { Page: fail } : getPageModule(id)),
  site: { ...site, contactFormUrl: undefined },
  content: LARGE ? createSiteContent(makeLargeContent()) : sampleContent,
});
const server = createServer((request, response) => {
  const [, time] = /^\/clock\/(.+)$/.exec(request.url ?? '') ?? [];
  if (time !== undefined) {
    moment = new Date(time);
    return void response.end();
  }
  response.setHeader('date', moment.toUTCString());
  app(request, response);
});
const { port } = await listenLocally(server);
pino().info({ url: `http://127.0.0.1:${port}` }, 'ready');

function fail(): never {
  throw new Error('Words for developers only');
}
