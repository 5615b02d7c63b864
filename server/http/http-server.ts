import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { MetricsRecorder } from '../observe/counters.ts';
import { listConnections } from './connections.ts';
import {
  formatRejection,
  getParserStatus,
  parseRequestTarget,
  rejectTarget,
} from './invalid-requests.ts';
import { createSlices } from './slices.ts';

/** Maximum size of a request's head, including the address, in bytes. */
const maxHead = 16_384;

/** Maximum of open requests per connection. Browsers and proxies send one at a time. */
const maxOpen = 8;

/** Time for a client to read the rejection of invalid HTTP before the connection is closed, in milliseconds. */
const lingerTime = 1_000;

/** The timeouts, in milliseconds. */
const defaultLimits = {
  /** The head has to arrive within this time from the connection, or from the first byte of a further request. */
  head: 10_000,
  request: 15_000,
  /** A connection closes if no byte is sent or received for this long: the client does not read its response. */
  silence: 30_000,
  /** A connection waits this long for the next request: longer than a proxy does, which would send it too late. */
  idle: 65_000,
  check: 2_000,
  /** The time for starting requests in each turn of the event loop: see `slices.ts`. */
  slice: 2,
};

export interface HttpServerOptions {
  readonly logger: Logger;
  readonly metrics?: MetricsRecorder | undefined;
  readonly limits?: Partial<typeof defaultLimits>;
}

/**
 * Creates Node's HTTP server with timeouts, for clients that reach it without a proxy. The requests of a connection are
 * handled one after the other: a response that waits for the previous one has no socket and gets no event when the
 * client disconnects, so nobody would end what it has begun.
 */
export function createHttpServer(listener: RequestListener, given: HttpServerOptions): Server {
  const { logger, metrics } = given;
  const limits = { ...defaultLimits, ...given.limits };
  const beginInSlice = createSlices(limits.slice);
  const report = (status: number) => {
    metrics?.invalidRequest(status);
    logger.info({ status }, 'invalid request');
  };
  const handle: RequestListener = (request, response) => {
    const target = parseRequestTarget(request.url ?? '');
    if (target === undefined) {
      report(400);
      return rejectTarget(response);
    }
    request.url = target;
    listener(request, response);
  };
  /** Handles a request after the previous response has closed, unless the client has disconnected by then. */
  const queue: RequestListener = (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    // Node parses 64 kB at once, which can be 2,000 requests waiting for the previous response.
    if (!connection || connection.responses.size >= maxOpen) return void socket.destroy();
    const { last } = connection;
    connection.responses.add(response);
    connection.last = response;
    const finish = () => connection.responses.delete(response);
    response.once('close', () => {
      if (connection.last === response) delete connection.last;
      if (request.complete) finish();
      else request.once('end', finish);
    });
    const begin = () =>
      beginInSlice(() => {
        if (socket.writable) handle(request, response);
      });
    if (last) last.once('close', begin);
    else begin();
  };
  const options = { maxHeaderSize: maxHead, connectionsCheckingInterval: limits.check };
  const server = createServer(options, queue);
  server.headersTimeout = limits.head;
  server.requestTimeout = limits.request;
  server.timeout = limits.silence;
  server.keepAliveTimeout = limits.idle;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    // If another response is pending, the client would mistake this one for it or for a part of it.
    const due = [...(connections.get(socket)?.responses ?? [])];
    const isDue = due.every(({ req, headersSent }) => !req.complete && !headersSent);
    const status = getParserStatus(error);
    if (isDue) report(status);
    socket.end(isDue ? formatRejection(status) : '');
    setTimeout(() => socket.destroy(), lingerTime).unref();
  });
  const connections = listConnections(server);
  return server;
}
