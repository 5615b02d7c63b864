import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import proxyAddr from 'proxy-addr';
import { addResponse, listConnections, removeResponse } from './connections.ts';
import {
  formatRejection,
  getParserStatus,
  parseRequestTarget,
  sendRejection,
} from './invalid-requests.ts';
import { limitConnections } from './limit-connections.ts';
import type { MetricsRecorder } from './observe/counters.ts';
import { getClientSubnet } from './proxy/client-subnet.ts';
import { type ProxyTrust, trustNobody } from './proxy/proxy-trust.ts';
import { createSlices } from './slices.ts';

/** Maximum head of a request, address included, in bytes. */
const maxHead = 16_384;

/** Requests that a connection may have open. Browsers and proxies send one at a time. */
const maxOpen = 8;

/** How long a client has to read the rejection of what is not HTTP before the connection is gone, in milliseconds. */
const lingerTime = 1_000;

export const defaultLimits = {
  /** A full house of clients that read nothing fits into a container of 512 MB: each has one response. */
  maxConnections: 1_024,
  /** Of a client subnet without a proxy of ours; the number of scripts/deploy/nginx/nginx.conf. */
  maxPerSubnet: 200,
  /** From the start of a connection, or the first byte of its next request, to the end of the head. Milliseconds. */
  head: 10_000,
  /** To the end of the body. */
  request: 15_000,
  /** Without a byte in either direction: the client does not read its response. */
  silence: 30_000,
  /** For a client that reads slowly: the largest file takes half of it over GPRS. */
  response: 60_000,
  /** Between two requests. Longer than that of a load balancer, or it sends requests into closed connections. */
  idle: 65_000,
  /** Between two checks of the first two. */
  check: 2_000,
  /** For the beginning of requests in a turn of the event loop. */
  slice: 2,
};

export interface HttpServerOptions {
  readonly logger: Logger;
  readonly trust?: ProxyTrust;
  readonly metrics?: MetricsRecorder | undefined;
  readonly limits?: Partial<typeof defaultLimits>;
}

/**
 * Node's HTTP server with its own timeouts and limits. What is added here a client without a proxy in front would use
 * to make the server hang, or to take its memory: requests that pile up, on a connection or in a turn of the event
 * loop, responses that are read too slowly, and connections that take every place.
 *
 * The requests of a connection are handled one after the other. A response that waits for the one before it has no
 * socket: nobody tells it when the client goes away, so what it has opened (`send` a file) would stay open for ever.
 */
export function createHttpServer(listener: RequestListener, options: HttpServerOptions): Server {
  const { logger, metrics, trust = trustNobody } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const beginInSlice = createSlices(limits.slice);
  const report = (status: number) => {
    metrics?.invalidRequest(status);
    logger.info({ status }, 'invalid request'); // Without the path, which may contain anything.
  };
  const rejectRequest = (status: number, response: ServerResponse) => {
    report(status);
    sendRejection(status, response);
  };
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const target = parseRequestTarget(request);
    if (target === undefined) return rejectRequest(400, response);
    request.url = target;
    listener(request, response);
  };
  /** Begins when the response before has closed, and not at all where the client is gone by then. */
  const queue = (
    request: IncomingMessage,
    response: ServerResponse,
    handleRequest: (request: IncomingMessage, response: ServerResponse) => void,
  ) => {
    const { socket } = request;
    const connection = connections.get(socket);
    // Node parses 64 kB at once: 2,000 requests that wait for the response before theirs.
    if (!connection || connection.responses.size >= maxOpen) return void socket.destroy();
    const { last } = connection;
    addResponse(connection, response);
    connection.since = performance.now();
    connection.subnet = getClientSubnet(proxyAddr(request, trust));
    connection.deadline ??= setTimeout(() => socket.destroy(), limits.response);
    const finish = () => removeResponse(connection, response);
    response.once('close', () => {
      if (connection.last === response) delete connection.last;
      if (request.complete) finish();
      else request.once('end', finish);
    });
    const begin = () =>
      beginInSlice(() => {
        if (socket.writable) handleRequest(request, response);
      });
    if (last) last.once('close', begin);
    else begin();
  };
  const server = createServer(
    {
      maxHeaderSize: maxHead,
      connectionsCheckingInterval: limits.check,
      requireHostHeader: false, // Node's response would have none of our headers.
    },
    (request, response) => queue(request, response, handle),
  );
  server.headersTimeout = limits.head;
  server.requestTimeout = limits.request;
  server.timeout = limits.silence;
  server.keepAliveTimeout = limits.idle;
  server.on('checkExpectation', (request, response) =>
    queue(request, response, () => rejectRequest(417, response)),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    // Where another response is due the client would take this one for it, or for a part of it.
    const due = [...(connections.get(socket)?.responses ?? [])];
    const isDue = due.every(({ req, headersSent }) => !req.complete && !headersSent);
    const status = getParserStatus(error);
    if (isDue) report(status);
    socket.end(isDue ? formatRejection(status) : '');
    setTimeout(() => socket.destroy(), lingerTime).unref();
  });
  const connections = listConnections(server);
  limitConnections(server, connections, { logger, metrics, trust, limits });
  return server;
}
