import { readFile, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { serve } from '../until-test-ends.ts';
import { readDeployFile } from './deploy-files.ts';
import { getProgram } from './programs.ts';
import { cdnAddress, prepareProxy, type Replicas } from './running-proxy.ts';

const nginx = getProgram('nginx');

/** The headers of nginx's own responses that ask the visitor to come back later. */
export const ofRefusals = {
  'retry-after': '5',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/**
 * Runs Debian's nginx with the operator's configuration in front of replicas on these ports, until the test ends. Only
 * its ports, the paths of its files, the replicas' ports and the CDN are different.
 */
export async function startNginx([first, second]: Replicas) {
  const { folder, start, visible } = await prepareProxy();
  const replicas = change(readDeployFile('nginx/replicas.conf'), [
    ['127.0.0.1:3001 ', `127.0.0.1:${first} `, 2], // A free port may begin with the digits 3002.
    ['127.0.0.1:3002 ', `127.0.0.1:${second} `, 2],
  ]);
  await writeFile(join(folder, 'replicas.conf'), replicas);
  const withoutIpv6 = (name: string) => readDeployFile(name).replace(/^ *listen \[::\].*\n/gm, '');
  const [formerHost = ''] =
    /^ +set \$asked (?:.*\n)+? +\}$/m.exec(readDeployFile('README.md')) ?? [];
  const file = join(folder, 'nginx.conf');
  // The configuration's comment describes this change for machines without IPv6.
  const changed = change(withoutIpv6('nginx/nginx.conf'), [
    // The configuration's comment describes this change for a CDN.
    ['#   set_real_ip_from 192.0.2.0/24', `set_real_ip_from ${cdnAddress}`, 1],
    ['#   real_ip_header', 'real_ip_header', 1],
    ['listen 80', `listen 127.0.0.1:${visible.httpPort}`, 2],
    ['listen 443', `listen 127.0.0.1:${visible.httpsPort}`, 2],
    ['server_name example.org;', `server_name example.org old.example.org;\n${formerHost}`, 1],
    [' /srv/acme', ` ${folder}/acme`, 1],
    [' /run/nginx.pid', ` ${folder}/run/nginx.pid`, 1],
    [' /var/log/nginx/', ` ${folder}/log/`, 2],
    [' /var/lib/nginx/', ` ${folder}/lib/`, 6],
  ]);
  await writeFile(file, changed);
  const command = [nginx, '-p', folder, '-c', file, '-g', 'daemon off;'];
  const readOutput = await start(command);
  const readText = (name: string) => readFile(join(folder, 'log', name), 'utf8').catch(() => '');
  return {
    ...visible,
    acmeFolder: join(folder, 'acme'),
    cacheFolder: join(folder, 'lib/setu-circle'),
    /** The lines of its access log so far. */
    readLog: async () =>
      ((await readText('access.log')).match(/.+/g) ?? []).map((line) => JSON.parse(line)),
    readEverything: async () =>
      readOutput() + (await readText('access.log')) + (await readText('error.log')),
  };
}

/** nginx in front of one replica that responds like this. */
export async function startNginxBefore(respond: RequestListener) {
  const port = await serve(respond);
  return startNginx([port, port]);
}

type Change = readonly [from: string, to: string, times: number];

/** Replaces words that must occur exactly this many times, so that a changed configuration is noticed. */
function change(text: string, changes: readonly Change[]): string {
  return changes.reduce((changed, [from, to, times]) => {
    const parts = changed.split(from);
    if (parts.length - 1 === times) return parts.join(to);
    throw new Error(`nginx's files hold "${from}" ${parts.length - 1} times, not ${times}`);
  }, text);
}
