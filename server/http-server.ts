import { createServer, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';

/** Longest address, path and query together, in bytes. Ours have less than 200. */
const longestUrl = 4_096;
/** Largest head of a request, address included, in bytes. */
const largestHead = 16_384;
/** Largest body that anything is told to send; what takes one has a lower limit of its own. */
const largestBody = 65_536;

export interface HttpServerChoice {
  /** Connections at the same time; more are refused until one has ended. */
  readonly mostConnections: number;
  readonly logger: Logger;
}

/**
 * Node's HTTP server with limits that a site of small answers can afford: whoever sends too much is
 * told so and cut off, and whoever is slow is cut off before the slow ones can take all connections.
 */
export function createHttpServer(
  listener: RequestListener,
  { mostConnections, logger }: HttpServerChoice,
): Server {
  const server = createServer(
    { maxHeaderSize: largestHead, connectionsCheckingInterval: 2_000 },
    (request, response) => {
      const refusal = findRefusal(request.url ?? '', request.headers['content-length']);
      if (refusal === undefined) return listener(request, response);
      response.writeHead(refusal, { ...plain, connection: 'close' });
      response.end(`${reasons[refusal]}\n`);
    },
  );
  // Longer than a balancer keeps idle connections, or it sends requests into closed ones.
  server.keepAliveTimeout = 65_000;
  server.headersTimeout = 10_000;
  server.requestTimeout = 15_000;
  // Neither reading nor writing for so long: a client that takes its answer too slowly.
  server.setTimeout(30_000, (socket) => socket.destroy());
  server.maxConnections = mostConnections;
  server.on('drop', () => {
    logger.warn({ mostConnections }, 'too many connections: one was refused');
    server.closeIdleConnections(); // Those that ask nothing make room for the next.
  });
  server.on('clientError', answerClientError);
  return server;
}

function findRefusal(url: string, length: string | undefined): 413 | 414 | undefined {
  if (url.length > longestUrl) return 414;
  return Number(length ?? 0) > largestBody ? 413 : undefined;
}

const reasons = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Content Too Large',
  414: 'URI Too Long',
  431: 'Request Header Fields Too Large',
} as const;

/** For answers that the application never sees. */
const plain = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;

/** What Node's parser refuses, before there is a request. The connection is of no use any more. */
function answerClientError(error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket: Duplex) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = findStatus(error);
  const head = Object.entries(plain).map(([name, value]) => `${name}: ${value}\r\n`);
  const body = `${reasons[status]}\n`;
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status]}\r\n${head.join('')}content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}

function findStatus({ code, rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer }) {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code !== 'HPE_HEADER_OVERFLOW') return 400;
  // The head is too large; if its first line has no end, it is the address.
  return rawPacket && rawPacket.indexOf('\n') < 0 ? 414 : 431;
}
