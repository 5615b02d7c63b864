import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const host = 'Host: circle.example';

interface RequestParts {
  readonly method?: string;
  readonly target: string;
  /** Whole lines, without their ends; the first is not always a Host. */
  readonly headers?: readonly string[];
  readonly body?: string;
}

/** Formats a request. Every character is one byte. */
export function write({ method = 'GET', target, headers = [host], body = '' }: RequestParts) {
  return latin1(`${method} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
}

/** Encodes a text in UTF-8, one character for each byte. */
export function utf8(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** One response as it was received. */
export interface RawResponse {
  readonly status: number;
  /** The headers by name in lower case; repeated ones are joined by a comma and a space. */
  readonly headers: ReadonlyMap<string, string>;
  /** The received bytes without the chunks' sizes. */
  readonly body: Buffer;
}

/** The reason why no whole response was received. */
type NoResponse = 'closed' | 'silent' | 'garbled';

/**
 * A connection whose bytes are written and read as they are: an HTTP client would not send these requests, and would
 * correct the responses.
 */
export class RawConnection {
  readonly socket: Socket;
  /** Whether the server has ended it. */
  isOver = false;
  /** The received bytes that belong to no response that has been read. */
  rest: Buffer = Buffer.alloc(0);
  #wake = () => {};

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.setNoDelay(true);
    this.socket.on('data', (chunk) => {
      this.rest = Buffer.concat([this.rest, chunk]);
      this.#wake();
    });
    const end = () => {
      this.isOver = true;
      this.#wake();
    };
    for (const name of ['end', 'close', 'error']) this.socket.on(name, end); // A reset is an end, too.
  }

  write(bytes: Buffer | string): void {
    if (!this.isOver) this.socket.write(typeof bytes === 'string' ? latin1(bytes) : bytes);
  }

  /** Reads the next final response, and ignores interim ones (1xx). */
  async read(method = 'GET', timeout = 10_000): Promise<RawResponse | NoResponse> {
    const deadline = performance.now() + timeout;
    for (;;) {
      const found = takeResponse(this.rest, method, this.isOver);
      if (found === 'garbled') return 'garbled';
      if (found) {
        this.rest = found.rest;
        if (found.response.status >= 200) return found.response;
      } else if (this.isOver) return 'closed';
      else if (!(await this.#hasNews(deadline))) return 'silent';
    }
  }

  /** Reads the next final response. @throws if there is none */
  async expect(method?: string, timeout?: number): Promise<RawResponse> {
    const response = await this.read(method, timeout);
    if (typeof response === 'string') throw new Error(`There was no response: ${response}`);
    return response;
  }

  /** Sends one request and returns its response. @throws if there is none */
  ask(parts: RequestParts): Promise<RawResponse> {
    this.write(write(parts));
    return this.expect(parts.method);
  }

  /** Waits for the server to end the connection. @returns whether it did in time */
  async waitForEnd(timeout = 10_000): Promise<boolean> {
    const deadline = performance.now() + timeout;
    while (!this.isOver) if (!(await this.#hasNews(deadline))) return false;
    return true;
  }

  /** Reads until the server ends the connection. This is faster than `read` for a large response. */
  async readAll(): Promise<Buffer> {
    this.socket.removeAllListeners('data');
    return Buffer.concat([this.rest, await buffer(this.socket)]);
  }

  destroy(): void {
    this.socket.destroy();
  }

  #hasNews(deadline: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), Math.max(0, deadline - performance.now()));
      this.#wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}

/** Encodes each character as one byte, so that a text can contain any bytes. */
function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

function takeResponse(received: Buffer, method: string, isOver: boolean) {
  const end = received.indexOf('\r\n\r\n');
  const start = received.subarray(0, 5).toString('latin1');
  if (end < 0) return 'HTTP/'.startsWith(start) ? undefined : 'garbled';
  const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) [\w '-]+$/.exec(first)?.[1]);
  if (Number.isNaN(status)) return 'garbled';
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value = ''] = /^([!#$%&'*+.^_`|~\w-]+): ?([^\0\n]*)$/.exec(line) ?? [];
    if (name === undefined) return 'garbled';
    const known = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), known === undefined ? value : `${known}, ${value}`);
  }
  const take = (body: Buffer, next: number) => {
    const response: RawResponse = { status, headers, body };
    return { response, rest: received.subarray(next) };
  };
  const from = end + 4;
  const isEmpty = method === 'HEAD' || status < 200 || status === 204 || status === 304;
  if (isEmpty) return take(Buffer.alloc(0), from);
  if (headers.get('transfer-encoding') === 'chunked') {
    const chunks = takeChunks(received, from);
    return typeof chunks === 'object' ? take(chunks.body, chunks.next) : chunks;
  }
  const length = headers.get('content-length');
  if (length === undefined && !isOver) return undefined;
  const next = length === undefined ? received.length : from + Number(length);
  return received.length < next ? undefined : take(received.subarray(from, next), next);
}

function takeChunks(received: Buffer, start: number) {
  const parts: Buffer[] = [];
  let at = start;
  for (;;) {
    const lineEnd = received.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const text = received.subarray(at, lineEnd).toString('latin1');
    if (!/^[0-9a-f]+$/i.test(text)) return 'garbled';
    const size = Number.parseInt(text, 16);
    const from = lineEnd + 2;
    if (received.length < from + size + 2) return undefined;
    parts.push(received.subarray(from, from + size));
    at = from + size + 2;
    if (size === 0) return { body: Buffer.concat(parts), next: at };
  }
}
