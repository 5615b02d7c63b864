import { chown, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getFreePort } from '#scripts/find-free-port.ts';
import { getProgram } from '#scripts/find-program.ts';
import { makeCertificate } from './certificate.ts';
import { ordinaryUser, type RunningProxy, spawnProxy, withProxyProcess } from './running-proxy.ts';

const caddyfile = fileURLToPath(new URL('../../scripts/deploy/Caddyfile', import.meta.url));

/** Installs it when it is missing. */
export function findCaddy(): string {
  return getProgram({
    names: ['caddy'],
    packages: ['caddy'],
    user: 'The test of the Caddyfile',
  });
}

/**
 * Runs Debian's Caddy with the operator's Caddyfile in front of replicas on these ports, as long as
 * `use` needs it and as a user without rights. That user gets a copy, because it may not be able to
 * read the checkout (`/root/site`). Only the variables that the Caddyfile documents are set.
 */
export async function withCaddy<Result>(
  replicas: readonly [number, number],
  use: (caddy: RunningProxy) => Promise<Result>,
): Promise<Result> {
  const program = findCaddy();
  const folder = await mkdtemp(join(tmpdir(), 'setu-caddy-'));
  try {
    const { certificateFile, keyFile, trusted } = makeCertificate(folder);
    const file = join(folder, 'Caddyfile');
    await copyFile(caddyfile, file);
    if (ordinaryUser) {
      for (const place of [folder, file, certificateFile, keyFile]) {
        await chown(place, ordinaryUser.uid, ordinaryUser.gid);
      }
    }
    return await withProxyProcess(
      'Caddy',
      async ({ httpPort, httpsPort }) =>
        spawnProxy(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
          HOME: folder, // where it keeps its state
          TLS: `${certificateFile} ${keyFile}`,
          REPLICA_1: `127.0.0.1:${replicas[0]}`,
          REPLICA_2: `127.0.0.1:${replicas[1]}`,
          HTTP_PORT: String(httpPort),
          HTTPS_PORT: String(httpsPort),
          ADMIN: `localhost:${await getFreePort()}`,
        }),
      (running, ports) => use({ ...ports, trusted, readEverything: async () => running.said() }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
