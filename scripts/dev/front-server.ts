import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { stripVTControlCharacters } from 'node:util';
import { escapeHtml } from '#shared/escape-html.ts';

/** The front server's response: the real server's, or the error in the code. */
export type FrontState =
  | { readonly kind: 'running'; readonly origin: string; readonly entry: string }
  | { readonly kind: 'failed'; readonly report: string };

/** The document's script while developing, see `startScript`. */
export const startPath = '/dev/start.js';

/**
 * Stands between the browser and the server, which restarts: a request waits for `settled`, so nobody sees a refused
 * connection. `/dev/events` tells the open pages about a new version.
 */
export function createFront(settled: () => Promise<FrontState>) {
  const listeners = new Set<ServerResponse>();
  let version = Date.now(); // Differs from those of an earlier process.

  const server = createServer(async (req, res) => {
    if (req.url === '/dev/events') return listen(req, res);
    const state = await settled();
    if (req.url === startPath) return send(res, 200, 'text/javascript', startScript(state));
    if (state.kind === 'running') return forward(req, res, state.origin);
    send(res, 503, 'text/html', renderErrorPage(state.report));
  });

  function listen(req: IncomingMessage, res: ServerResponse): void {
    res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    res.write(versionEvent(version));
    listeners.add(res);
    req.on('close', () => listeners.delete(res));
  }

  function startScript(state: FrontState): string {
    const load = state.kind === 'running' ? `await import(${JSON.stringify(state.entry)});` : '';
    return `const version = '${version}';
new EventSource('/dev/events').addEventListener('version', ({ data }) => {
  if (data !== version) location.reload();
});
${load}
`;
  }

  return {
    server,
    /** Makes every open page reload. */
    announce: () => {
      version += 1;
      for (const listener of listeners) listener.write(versionEvent(version));
    },
  };
}

/** Sent on connecting too: a page that missed an announcement, or was opened before this process, reloads. */
function versionEvent(version: number): string {
  return `event: version\ndata: ${version}\nretry: 500\n\n`;
}

function forward(req: IncomingMessage, res: ServerResponse, origin: string): void {
  const upstream = request(
    origin,
    { method: req.method, path: req.url, headers: req.headers },
    (upstreamResponse) => {
      res.writeHead(
        upstreamResponse.statusCode ?? 502,
        upstreamResponse.statusMessage,
        upstreamResponse.rawHeaders,
      );
      upstreamResponse.pipe(res);
      upstreamResponse.on('error', () => res.destroy());
    },
  );
  upstream.on('error', (error) => {
    // Cut off, or the server died: the page reloads with the next version.
    if (res.headersSent) res.destroy();
    else send(res, 502, 'text/html', renderErrorPage(String(error)));
  });
  res.on('close', () => upstream.destroy());
  req.pipe(upstream);
}

function send(res: ServerResponse, status: number, type: string, body: string): void {
  res.writeHead(status, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-store',
  });
  res.end(body);
}

/** A page that shows the error in the code and reloads after a change. */
function renderErrorPage(report: string): string {
  const text = escapeHtml(stripVTControlCharacters(report));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The site does not run</title>
<style>
  body { margin: 0; padding: 32px; background: #1b1220; color: #f5ede3; font: 18px/1.5 sans-serif }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 15px/1.5 monospace }
</style>
<h1>The site does not run</h1>
<pre>${text}</pre>
<p>This page reloads when that has changed.</p>
<script type="module" src="${startPath}"></script>
`;
}
