import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../helpers/ask.ts';
import { probeScript } from './probe.ts';

const probePath = '/assets/probe-of-the-test.js';

/**
 * The site with the probe as the first script of every document, for a browser that reports nothing of
 * its console and cannot be given a script beforehand. The policy is exactly the site's own:
 * the probe is a file of the same origin, which it allows.
 */
export const startProbingProxy = (site: string) =>
  listen(
    createServer((request, response) => {
      if (request.url !== probePath) return forward(site, request, response);
      response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' });
      response.end(probeScript);
    }),
  );

function forward(site: string, request: IncomingMessage, response: ServerResponse) {
  const { method = 'GET', url = '/', headers } = request;
  // The Host stays the browser's, as behind any proxy; a document has to be readable to be changed.
  const isDocument = headers.accept?.includes('text/html');
  const sent = isDocument ? { ...headers, 'accept-encoding': 'identity' } : headers;
  const upstream = ask(site + url, { method, headers: sent }, (upstreamResponse) => {
    const { statusCode = 502, headers: received } = upstreamResponse;
    if (!isDocument || !received['content-type']?.startsWith('text/html')) {
      response.writeHead(statusCode, received);
      upstreamResponse.pipe(response);
      return;
    }
    const { 'content-length': _, 'transfer-encoding': __, etag: ___, ...forwarded } = received;
    text(upstreamResponse).then(
      (html) => {
        response.writeHead(statusCode, forwarded);
        response.end(html.replace('<head>', `<head><script src="${probePath}"></script>`));
      },
      () => response.destroy(),
    );
  });
  upstream.on('error', () => response.destroy());
  request.pipe(upstream);
}
