import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { getProgram } from '#scripts/find-program.ts';
import { makeCertificate } from './certificate.ts';
import { ordinaryUser, type RunningProxy, spawnProxy, withProxyProcess } from './running-proxy.ts';

/** Where the operator's nginx files lie. */
const nginxFolder = fileURLToPath(new URL('../../scripts/deploy/nginx', import.meta.url));

export interface RunningNginx extends RunningProxy {
  /** The lines of its access log so far. */
  readLog(): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** Installs it when it is missing. */
export function findNginx(): string {
  return getProgram({
    names: ['nginx'],
    packages: ['nginx'],
    user: 'The test of the nginx configuration',
  });
}

/**
 * Runs Debian's nginx with the operator's configuration in front of replicas on these ports, as long
 * as `use` needs it and as a user without rights. Nothing is changed but where it listens, where its
 * files lie, and the replicas' ports.
 */
export async function withNginx<Result>(
  replicas: readonly [number, number],
  use: (nginx: RunningNginx) => Promise<Result>,
): Promise<Result> {
  const program = findNginx();
  const folder = await mkdtemp(join(tmpdir(), 'setu-nginx-'));
  try {
    const trusted = await writeFiles(folder, replicas);
    const readText = (name: string) => readFile(join(folder, 'log', name), 'utf8').catch(() => '');
    return await withProxyProcess(
      'nginx',
      async ({ httpPort, httpsPort }) => {
        await writeConfiguration(folder, httpPort, httpsPort);
        const file = join(folder, 'nginx.conf');
        return spawnProxy(program, ['-p', folder, '-c', file, '-g', 'daemon off;']);
      },
      (running, ports) =>
        use({
          ...ports,
          trusted,
          readLog: async () =>
            (await readText('access.log'))
              .split('\n')
              .filter(Boolean)
              .map((line) => JSON.parse(line)),
          readEverything: async () =>
            running.said() + (await readText('access.log')) + (await readText('error.log')),
        }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Certificate, replicas and the folders that it writes to; all of it the ordinary user's. */
async function writeFiles(folder: string, replicas: readonly [number, number]): Promise<string> {
  for (const name of ['tls', 'lib', 'log', 'run']) await mkdir(join(folder, name));
  const { trusted } = makeCertificate(join(folder, 'tls'));
  const text = await readFile(join(nginxFolder, 'replicas.conf'), 'utf8');
  const [first, second] = replicas;
  const edited = change(
    change(text, '127.0.0.1:3001', `127.0.0.1:${first}`, 2),
    '127.0.0.1:3002',
    `127.0.0.1:${second}`,
    2,
  );
  await writeFile(join(folder, 'replicas.conf'), edited);
  if (ordinaryUser) {
    const places = [
      '.',
      'tls',
      'lib',
      'log',
      'run',
      ...(await readdir(join(folder, 'tls'))).map((name) => join('tls', name)),
    ];
    for (const place of places)
      await chown(join(folder, place), ordinaryUser.uid, ordinaryUser.gid);
  }
  return trusted;
}

async function writeConfiguration(folder: string, httpPort: number, httpsPort: number) {
  let text = await readFile(join(nginxFolder, 'nginx.conf'), 'utf8');
  text = text.replace(/^ *listen \[::\].*\n/gm, ''); // as its comment says, for machines without IPv6
  text = change(text, 'listen 80', `listen 127.0.0.1:${httpPort}`, 2);
  text = change(text, 'listen 443', `listen 127.0.0.1:${httpsPort}`, 2);
  text = change(text, ' /run/nginx.pid', ` ${folder}/run/nginx.pid`, 1);
  text = change(text, ' /var/log/nginx/', ` ${folder}/log/`, 2);
  text = change(text, ' /var/lib/nginx/', ` ${folder}/lib/`, 6);
  await writeFile(join(folder, 'nginx.conf'), text);
}

/** Replaces words that have to be there so many times: a line that has moved is noticed. */
function change(text: string, from: string, to: string, times: number): string {
  const parts = text.split(from);
  if (parts.length - 1 !== times) {
    throw new Error(`nginx's files hold "${from}" ${parts.length - 1} times, not ${times}`);
  }
  return parts.join(to);
}
