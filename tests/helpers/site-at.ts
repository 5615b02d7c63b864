import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { pino } from 'pino';
import { createApp } from '#server/app.ts';
import { readAssetManifest } from '#server/render/asset-manifest.ts';
import { createSiteContent, publishedContent } from '#shared/site-content.ts';
import { grown, makeLargeContent } from './large-content.ts';

/* The production build's browser code behind a server whose clock stands still at MOMENT, in ISO 8601: the
   only way to an event that is to come, whatever the date is. `/clock/<ISO 8601>` sets it. With LARGE it shows
   a programme of years. Started by `start-server.ts`. */

const buildDirectory = resolve(import.meta.dirname, '../../dist');
let moment = new Date(process.env['MOMENT'] ?? '');

const app = createApp({
  assets: readAssetManifest(buildDirectory),
  buildDirectory,
  now: () => moment,
  content: process.env['LARGE'] ? createSiteContent(makeLargeContent(grown)) : publishedContent,
});
const server = createServer((request, response) => {
  const [, time] = /^\/clock\/(.+)$/.exec(request.url ?? '') ?? [];
  if (time !== undefined) {
    moment = new Date(time);
    return void response.end();
  }
  response.setHeader('date', moment.toUTCString());
  app(request, response);
}).listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  pino().info({ url: `http://127.0.0.1:${port}` }, 'ready');
});
