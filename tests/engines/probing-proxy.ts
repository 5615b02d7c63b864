import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import { listenLocally } from '../helpers/ask.ts';
import { probeScript } from './probe.ts';

const probePath = '/assets/probe-of-the-test.js';

/**
 * The site with the probe, and with what else has to run first, as the first script of every document, for a browser
 * that reports nothing of its console and cannot be given a script beforehand. The policy is exactly the site's own:
 * the probe is a file of the same origin, which it allows.
 */
export async function startProbingProxy(site: string) {
  let script = probeScript;
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    if (url === probePath) {
      response.setHeader('content-type', 'text/javascript; charset=utf-8');
      return void response.end(script);
    }
    // The Host stays the browser's, as behind any proxy; a document has to be readable to be changed.
    const isDocument = headers.accept?.includes('text/html');
    const encoding = isDocument ? { 'accept-encoding': 'identity' } : {};
    const upstream = ask(site + url, { method, headers: { ...headers, ...encoding } });
    upstream.on('error', () => response.destroy());
    request.pipe(upstream);
    const [received] = await once(upstream, 'response').catch(() => []);
    if (!received) return;
    const { 'content-length': length, 'transfer-encoding': _, etag, ...rest } = received.headers;
    if (!isDocument || !rest['content-type']?.startsWith('text/html')) {
      response.writeHead(received.statusCode, received.headers);
      return void received.pipe(response);
    }
    response.writeHead(received.statusCode, rest);
    received.setEncoding('utf8');
    // Piece by piece, as it comes.
    let hasProbe = false;
    received.on('data', (piece: string) => {
      response.write(
        hasProbe ? piece : piece.replace('<head>', `$&<script src="${probePath}"></script>`),
      );
      hasProbe ||= piece.includes('<head>');
    });
    received.on('close', () => response.end());
  });
  const runFirst = async (more: string) => {
    script += `;{${more}}`;
  };
  return { ...(await listenLocally(server)), runFirst };
}
