import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect as connectPlain } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { getFreePort } from '#scripts/site/get-free-port.ts';
import type { Question } from '../site/ask.ts';
import { makeFolder, startProgram } from '../until-test-ends.ts';
import { ordinaryUser } from './ordinary-user.ts';
import { getProgram } from './programs.ts';

const openssl = getProgram('openssl');

/** The host of the tests' certificate and of the sample configurations. */
export const siteHost = 'example.org';

/** Requests from this address have the visitor's address in X-Forwarded-For. */
export const cdnAddress = '127.0.0.45';

/** The ports of two replicas. */
export type Replicas = readonly [number, number];

/** The running nginx: its ports, and the certificate that clients have to trust. */
export type RunningProxy = Awaited<ReturnType<typeof prepareProxy>>['visible'];

interface SecureQuestion extends Question {
  readonly body?: string;
}

/** A connection with TLS and HTTP/2, like a browser's. Rejects if the proxy does not support both. */
export async function openVisit(proxy: RunningProxy, from?: string) {
  const socket = await connectSecurely(proxy, ['h2'], from);
  if (socket.alpnProtocol !== 'h2') throw new Error('The proxy does not speak HTTP/2');
  const session = connectHttp2(`https://${siteHost}`, { createConnection: () => socket });
  session.on('error', () => {}); // Each open request rejects separately.
  return session;
}

/** A connection with TLS only, from an address of the loopback: each address is another visitor. */
export async function connectSecurely(
  { httpsPort, trusted }: RunningProxy,
  protocols: string[],
  from = '127.0.0.1',
  servername = siteHost,
) {
  const place = { host: '127.0.0.1', port: httpsPort, localAddress: from };
  const socket = connectTls({ ...place, ca: trusted, servername, ALPNProtocols: protocols });
  await once(socket, 'secureConnect');
  return socket;
}

/** Sends one request on an open visit. `names` are the names of all received headers, with repetitions. */
export async function askOn(
  visit: ClientHttp2Session,
  { path, method = 'GET', body, ...question }: SecureQuestion,
) {
  const place = { ':authority': siteHost, ':path': path, ':method': method };
  const stream = visit.request({ ...place, ...question.headers });
  stream.end(body);
  // If the proxy stops in order, only `close` is emitted.
  const closed = once(stream, 'close').then(() => {
    throw new Error(`${method} ${path} was left without a response`);
  });
  closed.catch(() => {});
  const [received, , raw] = await Promise.race([once(stream, 'response'), closed]);
  const headers: IncomingHttpHeaders = received;
  const names: string[] = raw.filter((_name: string, index: number) => index % 2 === 0);
  return { status: Number(received[':status']), headers, names, body: await buffer(stream) };
}

export async function askSecurely(proxy: RunningProxy, question: SecureQuestion, from?: string) {
  const visit = await openVisit(proxy, from);
  try {
    return await askOn(visit, question);
  } finally {
    visit.close();
  }
}

/** The form as sent by a browser without JavaScript. */
export function makeSubscription(email: string): SecureQuestion {
  const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
  const headers = { ...form, origin: `https://${siteHost}` };
  const body = new URLSearchParams({ email }).toString();
  return { path: '/newsletter', method: 'POST', headers, body };
}

/**
 * A folder for a proxy, with a certificate that only the test trusts, and free ports. `start` runs the proxy as an
 * ordinary user, who owns the folder.
 */
export async function prepareProxy() {
  const folder = await makeFolder();
  for (const name of ['acme', 'tls', 'lib', 'log', 'run']) await mkdir(join(folder, name));
  const certificateFile = join(folder, 'tls/fullchain.pem');
  const keyFile = join(folder, 'tls/privkey.pem');
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const names = ['-subj', `/CN=${siteHost}`, '-addext', `subjectAltName=DNS:${siteHost}`];
  const files = ['-nodes', '-days', '2', '-keyout', keyFile, '-out', certificateFile];
  execFileSync(openssl, [...request, ...names, ...files], { stdio: 'ignore' });
  const [httpPort, httpsPort] = [await getFreePort(), await getFreePort()];
  const trusted = readFileSync(certificateFile, 'utf8'); // A client that trusts it trusts the proxy.
  const start = (command: readonly string[]) => {
    if (ordinaryUser) execFileSync('chown', ['--recursive', '65534:65534', folder]);
    const isReady = async () => (await isOpen(httpsPort)) && (await isOpen(httpPort));
    // This user may have no access to the checkout.
    return startProgram(command, isReady, { ...ordinaryUser, cwd: '/' });
  };
  return { folder, start, visible: { httpPort, httpsPort, trusted } };
}

/** Whether somebody listens on the port. */
async function isOpen(port: number): Promise<boolean> {
  const socket = connectPlain(port, '127.0.0.1');
  const connected = await once(socket, 'connect').catch(() => undefined);
  socket.destroy();
  return connected !== undefined;
}
