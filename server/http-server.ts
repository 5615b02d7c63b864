import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import proxyAddr from 'proxy-addr';
import { lifetimes } from '#shared/lifetimes.ts';
import { makeRoom, type OpenConnection } from './make-room.ts';
import type { MetricsRecorder } from './observe/counters.ts';
import { getClientSubnet } from './proxy/client-subnet.ts';
import { type ProxyTrust, trustNobody } from './proxy/proxy-trust.ts';

/** Maximum head of a request, address included, in bytes. */
const maxHead = 16_384;

/** Requests that a connection may have open. Browsers and proxies send one at a time. */
const maxOpen = 8;

const defaultLimits = {
  /** A full house of clients that read nothing fits into a container of 512 MB: each has one response. */
  maxConnections: 1_024,
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
};

export interface HttpServerOptions {
  readonly logger: Logger;
  readonly trust?: ProxyTrust;
  readonly metrics?: MetricsRecorder | undefined;
  readonly limits?: Partial<typeof defaultLimits>;
}

interface Connection extends OpenConnection {
  /** Those that are not sent yet, and those whose request is still arriving; the oldest first. */
  readonly responses: Set<ServerResponse>;
  /** That of the last request, until it closes. */
  last?: ServerResponse;
  /** Closes it when a response takes too long. */
  deadline?: NodeJS.Timeout;
}

/**
 * Node's HTTP server with its own timeouts and limits. What is added here a client without a proxy in front would use
 * to make the server hang, or to take its memory: requests that pile up on a connection, responses that are read too
 * slowly, and connections that take every place.
 *
 * The requests of a connection are handled one after the other. A response that waits for the one before it has no
 * socket: nobody tells it when the client goes away, so what it has opened (`send` a file) would stay open for ever.
 */
export function createHttpServer(listener: RequestListener, options: HttpServerOptions): Server {
  const { logger, metrics, trust = trustNobody } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const connections = new Map<Socket, Connection>(); // the oldest first
  const report = (status: number) => {
    metrics?.invalidRequest(status);
    logger.info({ status }, 'invalid request'); // Without the path, which may contain anything.
  };
  const reject = (status: number, response: ServerResponse) => {
    report(status);
    response.writeHead(status, plain).end(`${STATUS_CODES[status]}\n`);
  };
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const { httpVersion, headers, headersDistinct, url = '' } = request;
    const target = findTarget(url);
    const isOld = httpVersion === '1.0';
    const hosts = headersDistinct['host'] ?? (isOld ? [''] : []);
    const isUnclear = isOld && 'transfer-encoding' in headers; // RFC 9112, section 6.1
    const isValid = hosts.length === 1 && validHost.test(hosts[0] ?? '') && !isUnclear;
    if (target === undefined || !isValid) return reject(400, response);
    request.url = target;
    listener(request, response);
  };
  /** Begins when the response before has closed, and not at all where the client is gone by then. */
  const queue = (
    request: IncomingMessage,
    response: ServerResponse,
    begin: (request: IncomingMessage, response: ServerResponse) => void,
  ) => {
    const { socket } = request;
    const connection = connections.get(socket);
    // Node parses 64 kB at once: 2,000 requests that wait for the response before theirs.
    if (!connection || connection.responses.size >= maxOpen) return void socket.destroy();
    const { last, responses } = connection;
    connection.last = response;
    responses.add(response);
    connection.since = performance.now();
    connection.subnet = getClientSubnet(proxyAddr(request, trust));
    connection.deadline ??= setTimeout(() => socket.destroy(), limits.response);
    const finish = () => {
      responses.delete(response);
      if (responses.size > 0) connection.deadline?.refresh();
      else endDeadline(connection);
    };
    response.once('close', () => {
      if (connection.last === response) delete connection.last;
      if (request.complete) finish();
      else request.once('end', finish);
    });
    if (!last) return begin(request, response);
    last.once('close', () => socket.writable && begin(request, response));
  };
  const server = createServer(
    {
      maxHeaderSize: maxHead,
      connectionsCheckingInterval: limits.check,
      requireHostHeader: false, // Node's response would have none of our headers.
    },
    (request, response) => queue(request, response, handle),
  );
  server.maxConnections = limits.maxConnections;
  server.headersTimeout = limits.head;
  server.requestTimeout = limits.request;
  server.timeout = limits.silence;
  server.keepAliveTimeout = limits.idle;
  server.on('checkExpectation', (request, response) =>
    queue(request, response, () => reject(417, response)),
  );
  server.on('connection', (socket) => {
    const connection: Connection = { responses: new Set(), since: 0, subnet: '' };
    connections.set(socket, connection);
    socket.once('close', () => {
      endDeadline(connection);
      connections.delete(socket);
    });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    const status = statuses[error.code ?? ''] ?? 400;
    // Inside a response the client would read another one as a part of it, and after it as that to its next request.
    const hasBegun = [...(connections.get(socket)?.responses ?? [])].some(
      (each) => each.headersSent,
    );
    if (!hasBegun) report(status);
    socket.end(hasBegun ? '' : formatResponse(status));
    setTimeout(() => socket.destroy(), lingerTime).unref();
  });
  makeRoom(server, connections, options);
  return server;
}

function endDeadline(connection: Connection): void {
  clearTimeout(connection.deadline);
  delete connection.deadline;
}

const plain = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': lifetimes.error,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  connection: 'close',
} as const;

/** RFC 9110, section 7.2: a name or an address of RFC 3986, section 3.2.2, and a port. It may be empty. */
const validHost = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/** By the code of Node's error; any other is a 400. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** How long a client has to read such a response before the connection is gone, in milliseconds. */
const lingerTime = 1_000;

function formatResponse(status: number): string {
  const body = `${STATUS_CODES[status]}\n`;
  const headers = { ...plain, date: new Date().toUTCString(), 'content-length': body.length };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/**
 * The path and query of a request. A request to a proxy has scheme and host in front, and every server
 * has to accept that (RFC 9112, section 3.2.2); nothing here depends on the host.
 *
 * @returns undefined for anything else: `*`, `host:443`, `about`, or an address with a fragment, on which Express's
 *   parser can fail before any of our code runs
 */
function findTarget(url: string): string | undefined {
  if (url.includes('#')) return undefined;
  if (url.startsWith('/')) return url; // nearly all requests
  const [authority] = /^https?:\/\/[^/?]+/i.exec(url) ?? [];
  if (authority === undefined) return undefined;
  const rest = url.slice(authority.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
