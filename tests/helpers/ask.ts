import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type RequestListener,
  request,
} from 'node:http';
import { buffer } from 'node:stream/consumers';

interface Question {
  readonly method?: string;
  /** Sent exactly as it stands: supertest would tidy `//` and `\` away before the server sees them. */
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
}

/** A response, read to its end. */
export interface ReadResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Runs an application on a free port of this machine, or on this one, as long as `use` needs it. */
export async function withServer<Result>(
  app: RequestListener,
  use: (port: number) => Promise<Result>,
  wantedPort = 0,
): Promise<Result> {
  const server = createServer(app).listen(wantedPort, '127.0.0.1');
  await once(server, 'listening');
  try {
    const address = server.address();
    if (typeof address !== 'object' || !address) throw new Error('The server has no port');
    return await use(address.port);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Asks a running server, with the path and the headers as they are given and nothing added. */
export async function askPort(
  port: number,
  { method = 'GET', path, headers = {} }: Question,
): Promise<ReadResponse> {
  const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
  const responded = once(sent, 'response');
  sent.on('error', () => {}); // What breaks off later rejects the reading of the body.
  sent.end();
  const [response] = await responded;
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

/** Asks an application one thing. */
export function ask(app: RequestListener, question: Question): Promise<ReadResponse> {
  return withServer(app, (port) => askPort(port, question));
}

/** Posts the newsletter's form to a server on this machine; the status, or 0 without a response. */
export const postForm = (
  port: number,
  email: string,
  headers: Readonly<Record<string, string>> = {},
) =>
  fetch(`http://localhost:${port}/newsletter`, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({ email }),
  }).then(
    ({ status }) => status,
    () => 0,
  );
