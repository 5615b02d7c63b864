import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { hasTooLongHeader } from './header-limits.ts';
import {
  findResponse,
  findTarget,
  followBody,
  hasValidHost,
  type InvalidStatus,
  rejectRequest,
  rejectSocket,
  respondToClientError,
} from './invalid-requests.ts';
import type { MetricsRecorder } from './observe/counters.ts';
import { type ProxyTrust, trustNobody } from './proxy/proxy-trust.ts';
import { createUnfinishedResponses } from './unfinished-responses.ts';

/** Maximum address, path and query together, in bytes. Ours have less than 500. */
const maxUrlLength = 4_096;
/** Maximum head of a request, address included, in bytes. */
const maxHead = 16_384;
/** Maximum body of any request, in bytes. Each route has a lower limit of its own. */
const maxBody = 65_536;
/** Requests that may wait on a connection for the response before theirs. Browsers and proxies send none. */
const maxWaiting = 100;

/** The timeouts of a client, in milliseconds. */
const defaultTimeouts = {
  /** From the start of a connection, or the first byte of its next request, to the end of the head. */
  head: 10_000,
  /** To the end of the body. */
  request: 15_000,
  /** Without a byte in either direction: the client does not read its response. */
  silence: 30_000,
  /** For a client that reads a response slowly: see `server/unfinished-responses.ts`. */
  response: 30_000,
  bytesPerSecond: 8_000, // slower than GPRS; the largest page takes six seconds then, the largest script half a minute
  /** Between two requests. Longer than that of a load balancer, or it sends requests into closed connections. */
  idle: 65_000,
  /** Between two checks of these timeouts. */
  check: 2_000,
};

export interface HttpServerOptions {
  readonly maxConnections: number;
  readonly logger: Logger;
  readonly trust?: ProxyTrust;
  readonly metrics?: MetricsRecorder | undefined;
  readonly timeouts?: Partial<typeof defaultTimeouts>;
}

/**
 * Node's HTTP server with limits for a site of small responses. A client that sends too much gets a
 * 4xx and loses its connection. A slow client loses it before slow clients can take all connections.
 */
export function createHttpServer(listener: RequestListener, options: HttpServerOptions): Server {
  const { logger, metrics } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const report = (status: number) => {
    metrics?.invalidRequest(status);
    logger.info({ status }, 'invalid request'); // Without the path, which may contain anything.
  };
  const waiting = new WeakMap<Socket, number>();
  const server = createServer(
    {
      maxHeaderSize: maxHead,
      connectionsCheckingInterval: timeouts.check,
      optimizeEmptyRequests: true, // nearly all requests: no stream for an empty body
      requireHostHeader: false, // `hasValidHost` checks more, and the response has our headers.
    },
    (request, response) => {
      const { url = '', headers, socket } = request;
      // Without a socket a response waits. Of 64 kB Node takes 2,000 requests at once, which need 30 MB until they end.
      if (!response.socket) {
        const count = (waiting.get(socket) ?? 0) + 1;
        if (count > maxWaiting) return void socket.destroy();
        waiting.set(socket, count);
        response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
      }
      const reject = (status: InvalidStatus) => {
        report(status);
        rejectRequest(request, response, status);
      };
      const target = findTarget(url);
      if (target === undefined || !hasValidHost(request)) return reject(400);
      if (url.length > maxUrlLength) return reject(414);
      if (hasTooLongHeader(headers)) return reject(431);
      const isChunked = 'transfer-encoding' in headers;
      if (isChunked && request.httpVersion === '1.0') return reject(400); // RFC 9112, section 6.1
      const length = Number(headers['content-length'] ?? 0);
      if (length > 0 || isChunked) followBody(request, response);
      if (length > maxBody) return reject(413);
      request.url = target;
      listener(request, response);
    },
  );
  // A client may close its side after its request. Node would drop a response that is not ready by then.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.keepAliveTimeout = timeouts.idle;
  server.headersTimeout = timeouts.head;
  server.requestTimeout = timeouts.request;
  server.setTimeout(timeouts.silence, (socket) => socket.destroy());
  server.on('checkExpectation', (request, response) => {
    report(417);
    rejectRequest(request, response, 417);
  });
  server.on('connect', (_request, socket) => {
    report(400); // This server is no proxy.
    rejectSocket(socket, 400);
  });
  server.on('clientError', (error, socket) => {
    const status = respondToClientError(error, socket);
    if (status !== undefined) report(status);
  });
  limitConnections(server, options, timeouts);
  return server;
}

/** Minimum time between two log lines about dropped connections, in milliseconds. */
const logEvery = 10_000;

/**
 * At the limit the server drops a new connection and makes room for the next one. It closes idle
 * connections; then the oldest one whose request has not arrived; if there is none, the oldest
 * unfinished response of the busiest client subnet. A client cannot hold all connections with requests
 * or responses that never end: it has to open new ones as fast as everybody else.
 */
function limitConnections(
  server: Server,
  { maxConnections, logger, trust = trustNobody, metrics }: HttpServerOptions,
  timeouts: typeof defaultTimeouts,
): void {
  const open = new Set<Socket>(); // the oldest first
  const unfinished = createUnfinishedResponses(timeouts, trust);
  const timer = setInterval(
    () => unfinished.check(open, performance.now()),
    timeouts.check,
  ).unref();
  server.on('close', () => clearInterval(timer));
  let dropped = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  server.maxConnections = maxConnections;
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('drop', () => {
    dropped += 1;
    metrics?.droppedConnection();
    if (performance.now() - loggedAt > logEvery) {
      logger.warn({ maxConnections, dropped }, 'too many connections: some were dropped');
      loggedAt = performance.now();
      dropped = 0;
    }
    server.closeIdleConnections();
    let oldest: Socket | undefined;
    for (const socket of open) {
      if (socket.destroyed) return; // One is closing already.
      if (!findResponse(socket)) oldest ??= socket;
    }
    (oldest ?? unfinished.findOldestOfBusiest())?.destroy();
  });
}
