import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getFreePort } from '#scripts/get-free-port.ts';
import { deployFolder } from './deploy-files.ts';
import { getCaddy } from './programs.ts';
import {
  cdnAddress,
  getPorts,
  makeCertificate,
  type Replicas,
  type RunningProxy,
  startProxy,
} from './running-proxy.ts';
import { makeFolder } from './until-test-ends.ts';

const caddy = await getCaddy();

/**
 * Runs Debian's Caddy with the operator's Caddyfile in front of replicas on these ports, until the test
 * ends. Its user gets a copy, because it may not be able to read the checkout (`/root/site`). Only the
 * variables that the Caddyfile documents are set.
 */
export async function startCaddy([first, second]: Replicas): Promise<RunningProxy> {
  const folder = await makeFolder();
  const { certificateFile, keyFile, trusted } = makeCertificate(folder);
  const file = join(folder, 'Caddyfile');
  await copyFile(join(deployFolder, 'Caddyfile'), file);
  const ports = await getPorts();
  const command = [caddy, 'run', '--config', file, '--adapter', 'caddyfile'];
  const readOutput = await startProxy(command, folder, ports, {
    HOME: folder, // where it keeps its state
    TLS: `${certificateFile} ${keyFile}`,
    REPLICA_1: `127.0.0.1:${first}`,
    REPLICA_2: `127.0.0.1:${second}`,
    HTTP_PORT: String(ports.httpPort),
    HTTPS_PORT: String(ports.httpsPort),
    BALANCERS: `${cdnAddress}/32`,
    ADMIN: `localhost:${await getFreePort()}`,
  });
  return { ...ports, trusted, readEverything: async () => readOutput() };
}
