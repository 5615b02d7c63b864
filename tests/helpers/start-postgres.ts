import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { getFreePort } from '#scripts/find-free-port.ts';
import { installPackages, isProgram } from '#scripts/find-program.ts';

/*
 * A real PostgreSQL: a new cluster in a temporary folder, on a free port of the loopback. The programs
 * come from POSTGRES_BIN (the folder that holds `initdb`), else from PATH or Debian's usual place, else
 * from the system's package, which is installed (as root) when missing.
 */

export interface TestPostgres {
  /** The database that every cluster has. */
  readonly url: string;
  /** A new, empty database each time. */
  createDatabase(): Promise<string>;
  /** Stops the server as a crash would, or in order. The data stay. */
  stop(how?: 'immediate' | 'fast'): Promise<void>;
  start(): Promise<void>;
  /** Stops it and removes the data. */
  remove(): Promise<void>;
}

export async function startPostgres(): Promise<TestPostgres> {
  const bin = findPostgres();
  const owner = findOwner();
  const folder = mkdtempSync(join(tmpdir(), 'newsletter-pg-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const port = await getFreePort();
  const options = {
    ...(owner ?? {}),
    cwd: folder,
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  };
  const run = (program: string, args: readonly string[]) => {
    const done = spawnSync(join(bin, program), args, { ...options, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`${program} failed: ${done.stderr || done.stdout}`);
  };
  const data = join(folder, 'data');
  run('initdb', ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C']);

  let server: ReturnType<typeof spawn> | undefined;
  async function start() {
    const settings = [
      ...[`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='],
      ...['max_connections=300', 'fsync=off'], // The machine does not crash.
    ];
    server = spawn(
      join(bin, 'postgres'),
      ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
      { ...options, stdio: 'ignore' },
    );
    for (let attempt = 0; ; attempt += 1) {
      const ready = spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', `${port}`]);
      if (ready.status === 0) return;
      if (attempt > 200 || server.exitCode !== null) throw new Error('PostgreSQL does not start');
      await sleep(50);
    }
  }
  async function stop(how: 'immediate' | 'fast' = 'fast') {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  await start();
  const url = `postgres://test@127.0.0.1:${port}/postgres`;
  return {
    url,
    createDatabase: () => createDatabase(url),
    start,
    stop,
    async remove() {
      await stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A new, empty database of the cluster that this address leads to; returns its address. */
export async function createDatabase(cluster: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await queryPostgres(cluster, `CREATE DATABASE ${name}`);
  return cluster.replace(/postgres$/, name);
}

/** Runs SQL on a connection of its own and returns the rows. */
export async function queryPostgres(
  url: string,
  sql: string,
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The folder of PostgreSQL's programs. Installs them when they are missing. */
export function findPostgres(): string {
  return findPrograms() ?? installPrograms();
}

function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => +b - +a) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  const { POSTGRES_BIN: given } = process.env;
  const names = ['initdb', 'postgres', 'pg_isready', 'pg_dump', 'psql'];
  return (given ? [given] : folders).find((folder) =>
    names.every((name) => isProgram(join(folder, name))),
  );
}

function installPrograms(): string {
  installPackages(['postgresql'], 'The newsletter’s tests');
  const found = findPrograms();
  if (found) return found;
  throw new Error(
    'PostgreSQL could not be installed: install it (on Debian as root: apt-get install postgresql), ' +
      'or say in POSTGRES_BIN where `initdb` lies.',
  );
}

/** PostgreSQL does not run as root, who then starts it as another user. */
function findOwner(): { uid: number; gid: number } | undefined {
  if (userInfo().uid !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number.parseInt(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout, 10),
    );
    if (uid && gid) return { uid, gid };
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody');
}
