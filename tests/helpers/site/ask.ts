import { once } from 'node:events';
import type { IncomingHttpHeaders, OutgoingHttpHeaders, RequestListener } from 'node:http';
import { createServer, request, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A request without the headers that a client would add. */
export interface Question {
  readonly method?: string;
  /** The path is sent unchanged: supertest would normalise `//` and `\`. */
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | undefined;
}

/** A response, read to its end. */
export interface ReadResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Lets a server listen on a free port of this machine until it is disposed of. */
export async function listenLocally(server: Server) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port');
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends a request to a running server, with exactly this path and these headers. */
export async function askPort(
  port: number,
  { method = 'GET', path, headers = {}, body }: Question,
): Promise<ReadResponse> {
  const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
  const responded = once(sent, 'response');
  sent.on('error', () => {}); // After the head an error rejects the reading of the body.
  sent.end(body);
  const [response] = await responded;
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

/** Sends one request to an application. */
export async function ask(app: RequestListener, question: Question): Promise<ReadResponse> {
  await using server = await listenLocally(createServer(app));
  return await askPort(server.port, question);
}

/** Posts the newsletter's form to a server on this machine. @returns the status, or 0 without a response */
export const postForm = (port: number, email: string, headers: Record<string, string> = {}) =>
  fetch(`http://localhost:${port}/newsletter`, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({ email }),
  }).then(
    ({ status }) => status,
    () => 0,
  );
