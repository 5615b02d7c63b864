import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '#scripts/find-free-port.ts';
import { findProgram } from '#scripts/find-program.ts';
import { makeCertificate } from './certificate.ts';
import {
  ordinaryUser,
  type RunningProxy,
  spawnProxy,
  stopProxy,
  waitForPort,
} from './running-proxy.ts';

const file = fileURLToPath(new URL('../../scripts/deploy/Caddyfile', import.meta.url));

/**
 * Runs Debian's Caddy with the operator's Caddyfile in front of replicas on these ports, as long as
 * `use` needs it and as a user without rights. Everything is said by the variables that it documents.
 */
export async function withCaddy<Result>(
  replicas: readonly [number, number],
  use: (caddy: RunningProxy) => Promise<Result>,
): Promise<Result> {
  const program = findProgram({
    names: ['caddy'],
    packages: ['caddy'],
    user: 'The test of the Caddyfile',
  });
  const folder = await mkdtemp(join(tmpdir(), 'setu-caddy-'));
  try {
    const { certificateFile, keyFile, trusted } = makeCertificate(folder);
    if (ordinaryUser) {
      for (const place of [folder, certificateFile, keyFile]) {
        await chown(place, ordinaryUser.uid, ordinaryUser.gid);
      }
    }
    // Somebody else may take a port between finding and using it.
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const [httpPort, httpsPort, admin] = [
        await findFreePort(),
        await findFreePort(),
        await findFreePort(),
      ];
      const running = spawnProxy(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
        HOME: folder, // where it keeps its state
        TLS: `${certificateFile} ${keyFile}`,
        REPLICA_1: `127.0.0.1:${replicas[0]}`,
        REPLICA_2: `127.0.0.1:${replicas[1]}`,
        HTTP_PORT: String(httpPort),
        HTTPS_PORT: String(httpsPort),
        ADMIN: `localhost:${admin}`,
      });
      try {
        if ((await waitForPort(running, httpsPort)) && (await waitForPort(running, httpPort))) {
          return await use({
            httpPort,
            httpsPort,
            trusted,
            readEverything: async () => running.said(),
          });
        }
        if (!/address already in use/.test(running.said())) {
          throw new Error(`Caddy does not start: ${running.said()}`);
        }
      } finally {
        await stopProxy(running);
      }
    }
    throw new Error('Caddy found no free port');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
