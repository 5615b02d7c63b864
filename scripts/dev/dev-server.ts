import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { escapeHtml } from '#shared/escape-html.ts';
import type { ThrownError } from './explain-error.ts';
import { developInPage } from './in-page.ts';
import type { LoadedSite } from './load-site.ts';

/** The site, or the error in the code. */
export type State =
  | { readonly kind: 'running'; readonly site: LoadedSite }
  | { readonly kind: 'failed'; readonly report: string };

/** The script of every page while developing, also of the page with an error. */
export const scriptPath = '/dev/in-page.js';

const thrownError = z.object({ message: z.string(), stack: z.string() });

/**
 * The HTTP server, which stays when the site is replaced. A request waits for `settled`, the state after all running
 * cycles. `/dev/events` tells the open pages about a new version.
 */
export function createDevServer(
  settled: () => Promise<State>,
  explain: (error: ThrownError) => Promise<string>,
) {
  const listeners = new Set<ServerResponse>();
  let version = Date.now(); // Differs from those of an earlier process.
  /** The version is sent on connecting too: a page that missed an announcement, or is older than this process, reloads. */
  const versionEvent = () => `event: version\ndata: ${version}\nretry: 500\n\n`;
  let notes = '';
  const notesEvent = () => `event: notes\ndata: ${JSON.stringify(notes)}\n\n`;

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const { url } = request;
    const begin = (type: string) =>
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
    if (url === '/dev/events') {
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
      return void begin('text/event-stream').write(versionEvent() + notesEvent());
    }
    if (url === '/dev/error') {
      const report = await explain(thrownError.parse(await json(request)));
      return void begin('text/plain; charset=utf-8').end(report);
    }
    if (url === scriptPath) {
      return void begin('text/javascript; charset=utf-8').end(
        `(${developInPage})('${version}');\n`,
      );
    }
    const state = await settled();
    if (state.kind === 'failed') return sendErrorPage(response, 503, state.report);
    state.site.handle(request, response);
  }

  const server = createServer((request, response) => {
    respond(request, response).catch((error) => sendErrorPage(response, 500, String(error)));
  });
  return {
    server,
    /** Rejects if the port is in use or no port. */
    listen: async (port: number, host: string) => once(server.listen(port, host), 'listening'),
    /** Makes every open page reload. */
    announce: () => {
      version += 1;
      for (const listener of listeners) listener.write(versionEvent());
    },
    /** Shows a text in a strip above every open page; an empty text removes the strip. */
    showNotes: (text: string) => {
      if (text === notes) return;
      notes = text;
      for (const listener of listeners) listener.write(notesEvent());
    },
  };
}

/** A page that shows the error in the code and reloads after a change. */
export function sendErrorPage(response: ServerResponse, status: number, report: string): void {
  for (const name of response.getHeaderNames()) response.removeHeader(name); // The site's policy.
  response.writeHead(status, { 'content-type': 'text/html', 'cache-control': 'no-store' });
  response.end(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>The site does not run</title>
<h1>The site does not run</h1>
<pre style="white-space: pre-wrap">${escapeHtml(stripVTControlCharacters(report))}</pre>
<p>This page reloads when that has changed.</p>
<script type="module" src="${scriptPath}"></script>
`);
}
