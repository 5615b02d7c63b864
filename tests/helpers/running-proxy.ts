import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  type ClientHttp2Session,
  connect as connectHttp2,
  type IncomingHttpHeaders,
} from 'node:http2';
import { connect as connectPlain } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { getFreePort } from '#scripts/find-free-port.ts';
import { siteHost } from './certificate.ts';

/** A proxy of ours that runs, as visitors reach it. */
export interface RunningProxy {
  readonly httpPort: number;
  readonly httpsPort: number;
  /** The certificate that a visitor has to trust. */
  readonly trusted: string;
  /** Everything it has written so far, logs and outputs. */
  readEverything(): Promise<string>;
}

interface SecureQuestion {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface SecureResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names in the order they came, each as often as it came. */
  readonly names: readonly string[];
  readonly body: Buffer;
}

/** One of the loopback's sixteen million addresses, to be another visitor with. */
type VisitorAddress = `127.${number}.${number}.${number}`;

/** A connection with TLS and HTTP/2, as a browser opens it. Rejects where either is not agreed on. */
export async function openVisit(
  { httpsPort, trusted }: RunningProxy,
  from: VisitorAddress = '127.0.0.1',
): Promise<ClientHttp2Session> {
  const socket = await connectSecurely({ httpsPort, trusted }, ['h2'], from);
  if (socket.alpnProtocol !== 'h2') throw new Error('The proxy does not speak HTTP/2');
  const session = connectHttp2(`https://${siteHost}`, { createConnection: () => socket });
  session.on('error', () => {}); // Each request under way rejects by itself.
  return session;
}

/** A connection with TLS alone. */
export async function connectSecurely(
  { httpsPort, trusted }: Pick<RunningProxy, 'httpsPort' | 'trusted'>,
  protocols: string[],
  from: VisitorAddress = '127.0.0.1',
  servername: string = siteHost,
): Promise<TLSSocket> {
  const place = { host: '127.0.0.1', port: httpsPort, localAddress: from };
  const socket = connectTls({ ...place, ca: trusted, servername, ALPNProtocols: protocols });
  await once(socket, 'secureConnect');
  return socket;
}

/** Asks one thing on an open visit. */
export function askOn(
  visit: ClientHttp2Session,
  { path, method = 'GET', headers = {}, body }: SecureQuestion,
): Promise<SecureResponse> {
  return new Promise((resolve, reject) => {
    const stream = visit.request({
      ':authority': siteHost,
      ':path': path,
      ':method': method,
      ...headers,
    });
    stream.on('error', reject);
    let hasBegun = false;
    stream.on('close', () => {
      // Nothing else tells of it when the proxy goes away in good order.
      if (!hasBegun) reject(new Error(`${method} ${path} was left without a response`));
    });
    stream.on('response', async (received, _flags, raw: readonly string[]) => {
      hasBegun = true;
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk);
        const names = raw.filter((_name, index) => index % 2 === 0);
        const status = Number(received[':status']);
        resolve({ status, headers: received, names, body: Buffer.concat(chunks) });
      } catch (error) {
        reject(error);
      }
    });
    stream.end(body);
  });
}

/** Asks one thing in a visit of its own. */
export async function askSecurely(
  proxy: RunningProxy,
  question: SecureQuestion,
  from?: VisitorAddress,
): Promise<SecureResponse> {
  const visit = await openVisit(proxy, from);
  try {
    return await askOn(visit, question);
  } finally {
    visit.close();
  }
}

/** Sends exactly these bytes over plain HTTP and returns what comes back until the end. */
export async function sendPlain({ httpPort }: RunningProxy, text: string): Promise<string> {
  const socket = connectPlain(httpPort, '127.0.0.1');
  socket.end(text);
  let received = '';
  for await (const chunk of socket) received += chunk;
  return received;
}

/** The form, as a browser without JavaScript posts it. */
export function makeSubscription(email: string): SecureQuestion {
  return {
    path: '/newsletter',
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: `https://${siteHost}`,
      accept: 'text/html',
    },
    body: new URLSearchParams({ email }).toString(),
  };
}

/** A proxy's process, asked to listen on ports that were free a moment ago. */
export interface ProxyProcess {
  readonly child: ChildProcess;
  readonly said: () => string;
}

/** Runs a proxy without root's rights: uid and gid of `nobody` where the test has them. */
export const ordinaryUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

export function spawnProxy(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ProxyProcess {
  const child = spawn(program, args, {
    ...ordinaryUser,
    cwd: '/', // that user may not be able to enter the checkout
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk) => {
      said += chunk;
    });
  }
  return { child, said: () => said };
}

/** Waits until somebody listens on the port; false when the process has ended instead. */
async function waitForPort({ child, said }: ProxyProcess, port: number): Promise<boolean> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (child.exitCode !== null) return false;
    const socket = connectPlain(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return true;
    await sleep(50);
  }
  throw new Error(`The proxy does not listen on ${port}: ${said()}`);
}

/** Ends it in order, and at once where it does not. */
async function stopProxy({ child }: ProxyProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(timer);
}

/** Where a proxy listens. */
interface ProxyPorts {
  readonly httpPort: number;
  readonly httpsPort: number;
}

/**
 * Runs a proxy on free ports as long as `use` needs it. Somebody else may take a port between finding
 * and using it: then it is started again on others.
 */
export async function withProxyProcess<Result>(
  name: string,
  start: (ports: ProxyPorts) => Promise<ProxyProcess>,
  use: (running: ProxyProcess, ports: ProxyPorts) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const ports = { httpPort: await getFreePort(), httpsPort: await getFreePort() };
    const running = await start(ports);
    try {
      const isOpen =
        (await waitForPort(running, ports.httpsPort)) &&
        (await waitForPort(running, ports.httpPort));
      if (isOpen) return await use(running, ports);
      if (!/address already in use/i.test(running.said())) {
        throw new Error(`${name} does not start: ${running.said()}`);
      }
    } finally {
      await stopProxy(running);
    }
  }
  throw new Error(`${name} found no free port`);
}
