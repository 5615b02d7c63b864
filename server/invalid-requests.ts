import { type IncomingMessage, ServerResponse } from 'node:http';
import { type Duplex, finished } from 'node:stream';

/*
 * What is answered before there is an application, in plain words: requests that are none, that are
 * too much, or that come too slowly. The connection is of no use afterwards.
 */

const reasons = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Content Too Large',
  414: 'URI Too Long',
  417: 'Expectation Failed',
  431: 'Request Header Fields Too Large',
} as const;

export type Refusal = keyof typeof reasons;

const plain = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  connection: 'close',
} as const;

/**
 * How long a client that is refused may go on sending, in milliseconds. Were the connection closed
 * at once, its unread bytes would make the system reset it, and the answer would be lost.
 */
const lingerFor = 1_000;

/** ResponseCache a request without looking at its body. */
export function refuse(request: IncomingMessage, response: ServerResponse, status: Refusal): void {
  const body = `${reasons[status]}\n`;
  response.writeHead(status, { ...plain, 'content-length': body.length });
  response.write(body);
  const end = () => response.end();
  const timer = setTimeout(end, lingerFor);
  finished(request.resume(), () => {
    clearTimeout(timer);
    end();
  });
}

/**
 * What Node's parser refuses, before there is a request, and what has not arrived in time.
 *
 * @returns the status, where there was anybody to send it to
 */
export function respondToClientError(error: ClientError, socket: Duplex): Refusal | undefined {
  const { code } = error;
  // In the middle of an answer another one would be read as a part of it; behind one that is whole, as
  // that to the next request, which a proxy may send for somebody else.
  const isLate = hasBegunAnswer(socket) || answeredEarly.has(socket);
  if (code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else if (isLate) close(socket, '');
  else {
    const status = findStatus(error);
    rejectSocket(socket, status);
    return status;
  }
  return undefined;
}

/** Connections that have answered a request whose body is still coming. */
const answeredEarly = new WeakSet<Duplex>();

/** Follows a request with a body, for `respondToClientError`. */
export function followBody(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  response.once('finish', () => {
    if (request.complete) return;
    answeredEarly.add(socket);
    request.once('end', () => answeredEarly.delete(socket));
  });
}

/** The same on a connection whose bytes are no HTTP, or no longer. */
export function rejectSocket(socket: Duplex, status: Refusal): void {
  const body = `${reasons[status]}\n`;
  const head = Object.entries(plain).map(([name, value]) => `${name}: ${value}\r\n`);
  close(
    socket,
    `HTTP/1.1 ${status} ${reasons[status]}\r\n${head.join('')}content-length: ${body.length}\r\n\r\n${body}`,
  );
}

/** Closes a connection when what has been written has left, and a little later in any case. */
function close(socket: Duplex, lastWords: string): void {
  socket.end(lastWords);
  // Away from Node's parser, which would report each further piece, to nowhere.
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  setTimeout(() => socket.destroy(), lingerFor).unref();
}

interface ClientError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

function findStatus({ code, rawPacket }: ClientError): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code !== 'HPE_HEADER_OVERFLOW') return 400;
  // The head is too large; if its first line has no end, it is the address.
  return rawPacket && rawPacket.indexOf('\n') < 0 ? 414 : 431;
}

/**
 * The path and query that a request asks for. A proxy is asked with scheme and host in front, which
 * every server has to understand (RFC 9112, section 3.2.2); the host says nothing that we look at.
 *
 * @returns undefined where it is something else: `*`, `host:443`, `about`, or has a fragment, which
 *   no client sends, and on which Express's parser can fail before any of our code
 */
export function findTarget(url: string): string | undefined {
  if (url.includes('#')) return undefined;
  if (url.startsWith('/')) return url; // all but a few
  const [authority] = /^https?:\/\/[^/?]+/i.exec(url) ?? [];
  if (authority === undefined) return undefined;
  const rest = url.slice(authority.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Whether a request names one host (RFC 9112, section 3.2), which HTTP/1.0 need not. Of two, a proxy
 * may take the one and a server the other.
 */
export function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count === 1 || (count === 0 && httpVersion === '1.0');
}

/** The response that a connection is sending, which Node stores there and tells nowhere else. */
export function findAnswer(socket: Duplex): ServerResponse | undefined {
  const response = '_httpMessage' in socket ? socket._httpMessage : undefined;
  return response instanceof ServerResponse ? response : undefined;
}

/** Whether a request has arrived on a connection whose answer has not left. */
export function hasOpenResponse(socket: Duplex): boolean {
  return findAnswer(socket) !== undefined;
}

function hasBegunAnswer(socket: Duplex): boolean {
  return findAnswer(socket)?.headersSent === true;
}
