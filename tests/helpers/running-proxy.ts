import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect as connectPlain } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { getFreePort } from '#scripts/get-free-port.ts';
import type { Question, ReadResponse } from './ask.ts';
import { ordinaryUser } from './ordinary-user.ts';
import { getOpenssl } from './programs.ts';
import { startProgram } from './until-test-ends.ts';

const openssl = await getOpenssl();

/** The host that the tests' certificate is for, and that the sample configurations name. */
export const siteHost = 'example.org';

/** Requests from this address have their visitor's in X-Forwarded-For. */
export const cdnAddress = '127.0.0.45';

/** The ports of two replicas. */
export type Replicas = readonly [number, number];

/** A proxy of ours that runs, as visitors reach it. */
export interface RunningProxy {
  readonly httpPort: number;
  readonly httpsPort: number;
  /** The certificate that a visitor has to trust. */
  readonly trusted: string;
  /** Everything it has written so far, logs and outputs. */
  readEverything(): Promise<string>;
}

interface SecureQuestion extends Question {
  readonly body?: string;
}

interface SecureResponse extends ReadResponse {
  /** Names of headers in the order they came, each as often as it came. */
  readonly names: readonly string[];
}

/** One of the loopback's sixteen million addresses, to be another visitor with. */
type VisitorAddress = `127.${number}.${number}.${number}`;

/** A connection with TLS and HTTP/2, as a browser opens it. Rejects where either is not agreed on. */
export async function openVisit(
  proxy: RunningProxy,
  from?: VisitorAddress,
): Promise<ClientHttp2Session> {
  const socket = await connectSecurely(proxy, ['h2'], from);
  if (socket.alpnProtocol !== 'h2') throw new Error('The proxy does not speak HTTP/2');
  const session = connectHttp2(`https://${siteHost}`, { createConnection: () => socket });
  session.on('error', () => {}); // Each request under way rejects by itself.
  return session;
}

/** A connection with TLS alone. */
export async function connectSecurely(
  { httpsPort, trusted }: RunningProxy,
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
export async function askOn(
  visit: ClientHttp2Session,
  { path, method = 'GET', headers = {}, body }: SecureQuestion,
): Promise<SecureResponse> {
  const place = { ':authority': siteHost, ':path': path, ':method': method };
  const stream = visit.request({ ...place, ...headers });
  stream.end(body);
  // Nothing but the close tells of it when the proxy goes away in good order.
  const closed = once(stream, 'close').then(() => {
    throw new Error(`${method} ${path} was left without a response`);
  });
  closed.catch(() => {});
  const [received, , raw] = await Promise.race([once(stream, 'response'), closed]);
  const names = raw.filter((_name: string, index: number) => index % 2 === 0);
  const status = Number(received[':status']);
  return { status, headers: received, names, body: await buffer(stream) };
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

/** Where a proxy is to listen: ports that were free a moment ago. */
export const getPorts = async () => ({
  httpPort: await getFreePort(),
  httpsPort: await getFreePort(),
});

/** Starts a proxy as an ordinary user, to whom its folder is given. */
export function startProxy(
  command: readonly string[],
  folder: string,
  ports: Awaited<ReturnType<typeof getPorts>>,
  environment: Readonly<Record<string, string>> = {},
): Promise<() => string> {
  if (ordinaryUser) execFileSync('chown', ['--recursive', '65534:65534', folder]);
  const isReady = async () => (await isOpen(ports.httpsPort)) && (await isOpen(ports.httpPort));
  const env = { PATH: process.env['PATH'] ?? '', ...environment };
  // That user may not be able to enter the checkout.
  return startProgram(command, isReady, { ...ordinaryUser, cwd: '/', env });
}

/** Whether somebody listens on the port. */
async function isOpen(port: number): Promise<boolean> {
  const socket = connectPlain(port, '127.0.0.1');
  const connected = await once(socket, 'connect').catch(() => undefined);
  socket.destroy();
  return connected !== undefined;
}

/** Makes a certificate that nobody but the test trusts, in this folder. */
export function makeCertificate(folder: string) {
  const certificateFile = join(folder, 'fullchain.pem');
  const keyFile = join(folder, 'privkey.pem');
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const names = ['-subj', `/CN=${siteHost}`, '-addext', `subjectAltName=DNS:${siteHost}`];
  const files = ['-nodes', '-days', '2', '-keyout', keyFile, '-out', certificateFile];
  execFileSync(openssl, [...request, ...names, ...files], { stdio: 'ignore' });
  // Who trusts it trusts the proxy.
  return { certificateFile, keyFile, trusted: readFileSync(certificateFile, 'utf8') };
}

/** A stand-in for a replica, where a test has to decide how it responds. It is always ready. */
export function makeReplica(respond: RequestListener): RequestListener {
  return (request, response) => {
    if (request.url === '/readyz') response.end();
    else respond(request, response);
  };
}
