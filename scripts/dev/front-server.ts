import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import express from 'express';
import { z } from 'zod';
import { escapeHtml } from '#shared/escape-html.ts';
import type { ThrownError } from './explain-error.ts';
import { developInPage } from './in-page.ts';

/** The front server's response: the real server's, or the error in the code. */
export type FrontState =
  | { readonly kind: 'running'; readonly origin: string; readonly entry: string }
  | { readonly kind: 'failed'; readonly report: string };

/** The document's script while developing. */
export const startPath = '/dev/start.js';
/** The same without the site's own script, for the page with an error. */
const errorPagePath = '/dev/error-page.js';

const thrownError = z.object({ message: z.string(), stack: z.string() });

interface FrontOptions {
  /** The state when nothing is under way. */
  readonly settled: () => Promise<FrontState>;
  /** Why the server has responded with a 500 to the request with this id, as far as is known. */
  readonly findFailure: (requestId: string) => Promise<ThrownError>;
  readonly explain: (error: ThrownError) => Promise<string>;
}

/**
 * Stands between the browser and the server, which restarts: a request waits for `settled`, so nobody sees a refused
 * connection. `/dev/events` tells the open pages about a new version.
 */
export function createFront({ settled, findFailure, explain }: FrontOptions) {
  const listeners = new Set<ServerResponse>();
  let version = Date.now(); // Differs from those of an earlier process.
  const app = express();

  app.get('/dev/events', (_request, response) => {
    response.type('text/event-stream').set('Cache-Control', 'no-store').write(versionEvent());
    listeners.add(response);
    response.on('close', () => listeners.delete(response));
  });

  app.get([startPath, errorPagePath], async ({ path }, response) => {
    const own = version; // Before the wait: the document may be older than the version after it.
    const state = await settled();
    const isSite = path === startPath && state.kind === 'running';
    const load = isSite ? `await import(${JSON.stringify(state.entry)});` : '';
    response
      .type('js')
      .set('Cache-Control', 'no-store')
      .send(`const version = '${own}';\n(${developInPage})(version);\n${load}\n`);
  });

  app.post('/dev/error', async (request, response) => {
    response.type('text').send(await explain(thrownError.parse(await json(request))));
  });

  app.use(async (request, response) => {
    const state = await settled();
    const fail = (status: number, report: string) => {
      response.status(status).set('Cache-Control', 'no-store').send(renderErrorPage(report));
    };
    if (state.kind === 'failed') return fail(503, state.report);
    try {
      const { method, url, headers } = request;
      const upstream = requestHttp(state.origin + url, { method, headers });
      request.pipe(upstream);
      response.on('close', () => upstream.destroy());
      const [received]: IncomingMessage[] = await once(upstream, 'response');
      if (!received) throw new Error('No response');
      // Visitors see the failure page; who develops sees why.
      if (received.statusCode === 500) {
        received.resume();
        const error = await findFailure(String(received.headers['x-request-id']));
        return fail(500, await explain(error));
      }
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.on('error', () => response.destroy()).pipe(response);
    } catch (error) {
      // Cut off, or the server died: the page reloads with the next version.
      if (response.headersSent) response.destroy();
      else fail(502, String(error));
    }
  });

  /** Sent on connecting too: a page that missed an announcement, or was opened before this process, reloads. */
  const versionEvent = () => `event: version\ndata: ${version}\nretry: 500\n\n`;

  return {
    /** Rejects if the port is in use or no port. */
    listen: async (port: number, host: string) => once(app.listen(port, host), 'listening'),
    /** Makes every open page reload. */
    announce: () => {
      version += 1;
      for (const listener of listeners) listener.write(versionEvent());
    },
  };
}

/** A page that shows the error in the code and reloads after a change. */
function renderErrorPage(report: string): string {
  const text = escapeHtml(stripVTControlCharacters(report));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>The site does not run</title>
<h1>The site does not run</h1>
<pre style="white-space: pre-wrap">${text}</pre>
<p>This page reloads when that has changed.</p>
<script type="module" src="${errorPagePath}"></script>
`;
}
