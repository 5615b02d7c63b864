import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { hasTooLongHeader } from './header-limits.ts';
import {
  findTarget,
  followBody,
  hasOneHost,
  hasOpenResponse,
  type Refusal,
  refuse,
  rejectSocket,
  respondToClientError,
} from './invalid-requests.ts';
import { type MetricsRecorder, noMetrics } from './observe/metrics-recorder.ts';
import { type ProxyTrust, trustNobody } from './proxy/proxy-trust.ts';
import { UnfinishedResponses } from './unfinished-responses.ts';

/** Longest address, path and query together, in bytes. Ours have less than 200. */
const maxUrlLength = 4_096;
/** Largest head of a request, address included, in bytes. */
const largestHead = 16_384;
/** Largest body that anything is told to send; what takes one has a lower limit of its own. */
const largestBody = 65_536;

/** How long clients may take, in milliseconds. */
export interface Timeouts {
  /** From the first byte of a request, or the beginning of a connection, to the end of the head. */
  readonly head: number;
  /** From there to the end of the body. */
  readonly request: number;
  /** Neither reading nor writing: a client that does not take its answer. */
  readonly silence: number;
  /** Reading a response, but slowly: `server/unfinished-responses.ts`. */
  readonly response: number;
  readonly bytesPerSecond: number;
  /** Asking nothing, between two requests. */
  readonly idle: number;
  /** How often the head, the request and the response are looked after. */
  readonly look: number;
}

const defaultTimeouts: Timeouts = {
  head: 10_000,
  request: 15_000,
  silence: 30_000,
  response: 30_000,
  bytesPerSecond: 8_000, // slower than GPRS; the largest page takes a minute and a half then
  // Longer than a balancer keeps idle connections, or it sends requests into closed ones.
  idle: 65_000,
  look: 2_000,
};

export interface HttpServerOptions {
  /** Connections at the same time; more are refused until one has ended. */
  readonly maxConnections: number;
  readonly logger: Logger;
  /** Whose word on a client's address counts; without it nobody's. */
  readonly trust?: ProxyTrust;
  /** Without one nothing is counted. */
  readonly meter?: MetricsRecorder;
  readonly timeouts?: Partial<Timeouts>;
}

/**
 * Node's HTTP server with limits that a site of small answers can afford: whoever sends too much is
 * told so and cut off, and whoever is slow is cut off before the slow ones can take all connections.
 */
export function createHttpServer(listener: RequestListener, choice: HttpServerOptions): Server {
  const { logger, meter = noMetrics } = choice;
  const timeouts = { ...defaultTimeouts, ...choice.timeouts };
  const note = (status: number) => {
    meter.refusedRequest(status);
    logger.info({ status }, 'refused'); // Neither path nor address: it is what is wrong with it.
  };
  const server = createServer(
    {
      maxHeaderSize: largestHead,
      connectionsCheckingInterval: timeouts.look,
      optimizeEmptyRequests: true, // nearly all: no stream is made for a body that is none
      requireHostHeader: false, // `hasOneHost` asks for more, and answers with our headers.
    },
    (request, response) => {
      const { url = '', headers } = request;
      const refuseWith = (status: Refusal) => {
        note(status);
        refuse(request, response, status);
      };
      const target = findTarget(url);
      if (target === undefined || !hasOneHost(request)) return refuseWith(400);
      if (url.length > maxUrlLength) return refuseWith(414);
      if (hasTooLongHeader(headers)) return refuseWith(431);
      const length = Number(headers['content-length'] ?? 0);
      if (length > 0 || 'transfer-encoding' in headers) followBody(request, response);
      if (length > largestBody) return refuseWith(413);
      request.url = target;
      listener(request, response);
    },
  );
  server.keepAliveTimeout = timeouts.idle;
  server.headersTimeout = timeouts.head;
  server.requestTimeout = timeouts.request;
  server.setTimeout(timeouts.silence, (socket) => socket.destroy());
  server.on('checkExpectation', (request, response) => {
    note(417);
    refuse(request, response, 417);
  });
  server.on('connect', (_request, socket) => {
    note(400); // This is no proxy.
    rejectSocket(socket, 400);
  });
  server.on('clientError', (error, socket) => {
    const status = respondToClientError(error, socket);
    if (status !== undefined) note(status);
  });
  limitConnections(server, choice, timeouts);
  return server;
}

/** How often a full house is logged at most, in milliseconds. */
const logEvery = 10_000;

/**
 * A new connection that is one too many is refused, and makes room for the next: connections that
 * ask nothing are closed, of those whose request has not arrived yet the oldest, and if there is none,
 * the oldest unfinished response of the busiest client subnet. So whoever holds them all with requests
 * or responses that never end has to open new ones as fast as everybody else.
 */
function limitConnections(
  server: Server,
  { maxConnections, logger, trust = trustNobody, meter = noMetrics }: HttpServerOptions,
  timeouts: Timeouts,
): void {
  const open = new Set<Socket>(); // in the order in which they were opened
  const unfinished = new UnfinishedResponses(timeouts, trust);
  const timer = setInterval(() => unfinished.check(open, performance.now()), timeouts.look).unref();
  server.on('close', () => clearInterval(timer));
  let refused = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  server.maxConnections = maxConnections;
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('drop', () => {
    refused += 1;
    meter.droppedConnection();
    if (performance.now() - loggedAt > logEvery) {
      logger.warn({ maxConnections, refused }, 'too many connections: some were refused');
      loggedAt = performance.now();
      refused = 0;
    }
    server.closeIdleConnections();
    let oldest: Socket | undefined;
    for (const socket of open) {
      if (socket.destroyed) return; // One has just made room, and has not gone yet.
      if (!hasOpenResponse(socket)) oldest ??= socket;
    }
    (oldest ?? unfinished.findOldestOfBusiest())?.destroy();
  });
}
