import type { RequestListener, Server } from 'node:http';
import type { Logger } from 'pino';
import type { Metrics } from '../observe/metrics.ts';
import { createHttpServer } from './http-server.ts';
import { ownHeaders } from './invalid-requests.ts';
import { splitUrl } from './split-url.ts';

/** Prometheus's default path. */
export const metricsPath = '/metrics';

/** Creates a second server, only for `GET /metrics`: the public must not reach it. */
export function createMetricsServer({ contentType, expose }: Metrics, logger: Logger): Server {
  const listener: RequestListener = async (request, response) => {
    const sendError = (status: number, text: string) => {
      response.writeHead(status, ownHeaders).end(`${text}\n`);
    };
    if (splitUrl(request.url ?? '').path !== metricsPath) return sendError(404, 'Not found');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return sendError(405, 'Method not allowed');
    }
    try {
      const text = await expose();
      response.writeHead(200, { ...ownHeaders, 'content-type': contentType }).end(text);
    } catch {
      sendError(500, 'The metrics could not be collected');
    }
  };
  return createHttpServer(listener, { logger: logger.child({ server: 'metrics' }) });
}
