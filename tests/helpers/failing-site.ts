import { resolve } from 'node:path';
import { pino } from 'pino';
import { findLoadedPage } from '#client/pages.ts';
import { createApp } from '#server/app.ts';
import { readAssetManifest } from '#server/render/asset-manifest.ts';

/* The production build's browser code behind a server on which the page About fails to render: the
   only way to a page of the table that no request brings about. Started by `start-server.ts`. */

const buildDirectory = resolve(import.meta.dirname, '../../dist');

const app = createApp({
  assets: readAssetManifest(buildDirectory),
  buildDirectory,
  findPage: (id) => (id === 'about' ? { Page: fail } : findLoadedPage(id)),
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  pino().info({ url: `http://127.0.0.1:${port}` }, 'ready');
});

function fail(): never {
  throw new Error('Words for developers only');
}
