import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { type Duplex, finished } from 'node:stream';

/* Plain responses in front of the application. The server closes the connection afterwards. */

export type InvalidStatus = 400 | 408 | 413 | 414 | 417 | 431;

const plain = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  connection: 'close',
} as const;

/**
 * How long a client may go on sending after such a response, in milliseconds. If the server closed at
 * once, the unread bytes would make the system reset the connection, and the response would be lost.
 */
const lingerTime = 1_000;

/** Responds to a request without reading its body. */
export function rejectRequest(
  request: IncomingMessage,
  response: ServerResponse,
  status: InvalidStatus,
): void {
  const body = `${STATUS_CODES[status]}\n`;
  response.writeHead(status, { ...plain, 'content-length': body.length });
  response.write(body);
  const end = () => response.end();
  const timer = setTimeout(end, lingerTime);
  finished(request.resume(), () => {
    clearTimeout(timer);
    end();
  });
}

/**
 * Responds to bytes that Node's parser rejects, and to a request that has not arrived in time.
 *
 * @returns the status, if it could be sent
 */
export function respondToClientError(
  error: ClientError,
  socket: Duplex,
): InvalidStatus | undefined {
  const { code } = error;
  // Inside a response the client would read this one as a part of it. After a complete one a proxy would
  // take it for the response to its next request, which may be another visitor's.
  const isLate = findResponse(socket)?.headersSent || respondedEarly.has(socket);
  if (code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else if (isLate) close(socket, '');
  else {
    const status = getStatus(error);
    rejectSocket(socket, status);
    return status;
  }
  return undefined;
}

/** Connections with a complete response to a request whose body is still arriving. */
const respondedEarly = new WeakSet<Duplex>();

/** Watches a request with a body, for `respondToClientError`. */
export function followBody(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  response.once('finish', () => {
    if (request.complete) return;
    respondedEarly.add(socket);
    request.once('end', () => respondedEarly.delete(socket));
  });
}

/** The same where Node has made no response object: after a parser error, a timeout or a CONNECT. */
export function rejectSocket(socket: Duplex, status: InvalidStatus): void {
  const reason = STATUS_CODES[status];
  const body = `${reason}\n`;
  const headers = { ...plain, date: new Date().toUTCString() };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  close(
    socket,
    `HTTP/1.1 ${status} ${reason}\r\n${head.join('')}content-length: ${body.length}\r\n\r\n${body}`,
  );
}

/** Writes a last text, and closes the connection a little later in any case. */
function close(socket: Duplex, text: string): void {
  socket.end(text);
  // Node's parser would report each further piece; nothing reads them any more.
  socket.removeAllListeners('data');
  socket.on('data', () => {});
  setTimeout(() => socket.destroy(), lingerTime).unref();
}

interface ClientError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

function getStatus({ code, rawPacket }: ClientError): InvalidStatus {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code !== 'HPE_HEADER_OVERFLOW') return 400;
  // The head is too large; if its first line has no end, it is the address.
  return rawPacket && rawPacket.indexOf('\n') < 0 ? 414 : 431;
}

/**
 * The path and query of a request. A request to a proxy has scheme and host in front, and every server
 * has to accept that (RFC 9112, section 3.2.2); nothing here depends on the host.
 *
 * @returns undefined for anything else: `*`, `host:443`, `about`, or an address with a fragment. No
 *   client sends a fragment, and Express's parser can fail on one before any of our code runs
 */
export function findTarget(url: string): string | undefined {
  if (url.includes('#')) return undefined;
  if (url.startsWith('/')) return url; // nearly all requests
  const [authority] = /^https?:\/\/[^/?]+/i.exec(url) ?? [];
  if (authority === undefined) return undefined;
  const rest = url.slice(authority.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** A name or an address, and perhaps a port (RFC 3986, section 3.2.2). */
const hostValue = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i;

/**
 * Whether a request has one Host header, with a valid value (RFC 9112, section 3.2); HTTP/1.0 may have none. Of two, a
 * proxy may take one and a server the other.
 */
export function hasValidHost({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count === 0 ? httpVersion === '1.0' : count === 1 && hostValue.test(headers.host ?? '');
}

/** The response that a connection is sending. Node exposes it nowhere but on the socket. */
export function findResponse(socket: Duplex): ServerResponse | undefined {
  const response = '_httpMessage' in socket ? socket._httpMessage : undefined;
  return response instanceof ServerResponse ? response : undefined;
}
