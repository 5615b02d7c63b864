import { resolve } from 'node:path';
import { pino } from 'pino';
import { createApp } from '#server/app.ts';
import { readAssetManifest } from '#server/render/asset-manifest.ts';

/* The production build's browser code behind a server whose clock stands still at MOMENT, in ISO 8601: the
   only way to an event that is to come, whatever the date is. Started by `start-server.ts`. */

const buildDirectory = resolve(import.meta.dirname, '../../dist');
const moment = new Date(process.env['MOMENT'] ?? '');

const app = createApp({
  assets: readAssetManifest(buildDirectory),
  buildDirectory,
  now: () => moment,
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  pino().info({ url: `http://127.0.0.1:${port}` }, 'ready');
});
