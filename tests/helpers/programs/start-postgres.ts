import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isProgram } from '#scripts/install/list-installed.ts';
import { getFreePort } from '#scripts/site/get-free-port.ts';
import { ordinaryUser } from './ordinary-user.ts';

export type TestPostgres = Awaited<ReturnType<typeof startPostgres>>;

/** A real PostgreSQL: a new cluster in a temporary folder, on a free port of the loopback. */
export async function startPostgres() {
  const bin = getPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'newsletter-pg-'));
  if (ordinaryUser) chownSync(folder, ordinaryUser.uid, ordinaryUser.gid);
  const port = await getFreePort();
  const options = {
    ...ordinaryUser, // PostgreSQL refuses to run as root.
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
      ...['max_connections=300', 'fsync=off'], // Faster: the test needs no protection against a crash of the machine.
    ];
    const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
    server = spawn(join(bin, 'postgres'), args, { ...options, stdio: 'ignore' });
    for (let attempt = 0; ; attempt += 1) {
      const ready = spawnSync(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', `${port}`]);
      if (ready.status === 0) return;
      if (attempt > 200 || server.exitCode !== null) throw new Error('PostgreSQL does not start');
      await sleep(50);
    }
  }
  /** Stops the server as a crash would, or in order. The data stay. */
  async function stop(how: 'immediate' | 'fast' = 'fast') {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  await start();
  const url = `postgres://test@127.0.0.1:${port}/postgres`;
  return {
    /** The database that every cluster has. */
    url,
    /** A new, empty database each time. */
    createDatabase: () => createDatabase(url),
    start,
    stop,
    /** Stops it and removes the data. */
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

/** The folder of PostgreSQL's programs, where they are installed. */
export function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql/*/bin'; // beside the PATH, one for each version
  const names = ['initdb', 'postgres', 'pg_isready', 'pg_dump', 'psql'];
  const path = (process.env['PATH'] ?? '').split(delimiter);
  return [...path, ...globSync(debian).sort().reverse()].find((folder) =>
    names.every((name) => isProgram(join(folder, name))),
  );
}

/** The folder of PostgreSQL's programs. @throws if they are missing */
export function getPostgres(): string {
  const found = findPostgres();
  if (found === undefined)
    throw new Error('Missing: PostgreSQL. npm run test:system names its package.');
  return found;
}
