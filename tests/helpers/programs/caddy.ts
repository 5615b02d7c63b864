import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getFreePort } from '#scripts/site/get-free-port.ts';
import { deployFolder } from './deploy-files.ts';
import { getProgram } from './programs.ts';
import { cdnAddress, prepareProxy, type Replicas } from './running-proxy.ts';

const caddy = getProgram('caddy');

/**
 * Runs Debian's Caddy with the operator's Caddyfile in front of replicas on these ports, until the test ends. It gets a
 * copy of the Caddyfile, because its user may not be able to read the checkout. Only the variables that the Caddyfile
 * documents are set.
 */
export async function startCaddy([first, second]: Replicas) {
  const { folder, certificateFile, keyFile, start, visible } = await prepareProxy();
  const file = join(folder, 'Caddyfile');
  await copyFile(join(deployFolder, 'Caddyfile'), file);
  const command = [caddy, 'run', '--config', file, '--adapter', 'caddyfile'];
  const readOutput = await start(command, {
    HOME: folder, // for its state
    TLS: `${certificateFile} ${keyFile}`,
    REPLICA_1: `127.0.0.1:${first}`,
    REPLICA_2: `127.0.0.1:${second}`,
    HTTP_PORT: String(visible.httpPort),
    HTTPS_PORT: String(visible.httpsPort),
    BALANCERS: `${cdnAddress}/32`,
    ADMIN: `localhost:${await getFreePort()}`,
  });
  return { ...visible, readEverything: async () => readOutput() };
}
