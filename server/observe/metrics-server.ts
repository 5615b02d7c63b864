import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';

/** The path that Prometheus asks for by default, and the only one there is. */
export const metricsPath = '/metrics';

/**
 * A server beside the site's own: what it tells is for the operator, so it must not be reachable
 * where the site is. Nothing but GET /metrics is answered.
 */
export function createMetricsServer({ contentType, expose }: Metrics): Server {
  const server = createServer(async (request, response) => {
    const refuse = (status: number, words: string) => {
      response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8' });
      response.end(`${words}\n`);
    };
    const path = (request.url ?? '').split('?', 1)[0];
    if (path !== metricsPath) return refuse(404, 'Not found');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return refuse(405, 'Method not allowed');
    }
    try {
      const text = await expose();
      response.writeHead(200, { ...headers, 'content-type': contentType });
      response.end(text);
    } catch {
      refuse(500, 'The metrics cannot be gathered');
    }
  });
  server.headersTimeout = 5_000;
  server.requestTimeout = 10_000;
  server.maxConnections = 32;
  return server;
}

const headers = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;
