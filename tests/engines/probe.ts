import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import { listenLocally } from '../helpers/site/ask.ts';

/**
 * Runs first in every document. Stores errors and warnings of the console, uncaught errors, unhandled rejections,
 * violations of the content security policy and files that do not load, in the storage of the tab, which survives the
 * load of the next page. The page does not notice it.
 */
function installProbe() {
  if (window.top !== window) return;
  Reflect.set(window, 'isProbed', true);
  const store = (text: string) => {
    const stored: string[] = JSON.parse(sessionStorage.getItem('probe') ?? '[]');
    sessionStorage.setItem('probe', JSON.stringify([...stored, text]));
  };
  window.addEventListener(
    'error',
    (event) => {
      const { target } = event;
      if (target instanceof Element) {
        store(`not loaded: ${target.getAttribute('src') ?? target.getAttribute('href')}`);
      } else store(`uncaught: ${event.message}`);
    },
    true,
  );
  window.addEventListener('unhandledrejection', ({ reason }) => store(`unhandled: ${reason}`));
  window.addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective, blockedURI, sourceFile, lineNumber } = event;
    store(`violation: ${effectiveDirective} blocked ${blockedURI} at ${sourceFile}:${lineNumber}`);
  });
  for (const method of ['error', 'warn'] as const) {
    // biome-ignore lint/suspicious/noConsole: the probe listens to it
    const own = console[method];
    console[method] = (...values: unknown[]) => {
      store(`console.${method}: ${values.map(String).join(' ')}`);
      own.apply(console, values);
    };
  }
}

/** The probe as a script. */
export const probeScript = `(${installProbe})()`;

/** A JavaScript expression: what the probe has found in this tab. */
export const readProbe = `JSON.parse(sessionStorage.getItem('probe') ?? '[]')`;

const probePath = '/assets/probe-of-the-test.js';

/**
 * A proxy that adds the probe, and the scripts of `runFirst`, as the first script of every document. It is for a browser
 * that neither reports its console nor accepts scripts to run first. The content security policy stays the site's own,
 * which allows the probe as a file of the same origin.
 */
export async function startProbingProxy(site: string) {
  let script = probeScript;
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    if (url === probePath) {
      response.setHeader('content-type', 'text/javascript; charset=utf-8');
      return void response.end(script);
    }
    // The Host stays the browser's, as behind any proxy. A document is not compressed, so that it can be changed.
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
    // The document is passed on chunk by chunk, as it streams.
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
