import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { getFreePort } from '#scripts/find-free-port.ts';
import { pages } from '#shared/routes.ts';
import { buildSite, makeVersion } from '../../helpers/built-site.ts';
import { siteHost } from '../../helpers/certificate.ts';
import { makeEnvironment } from '../../helpers/newsletter-app.ts';
import { withNginx } from '../../helpers/nginx.ts';
import { type ReplicaProcess, startReplica } from '../../helpers/replica-process.ts';
import {
  askOn,
  makeSubscription,
  openVisit,
  type RunningProxy,
  type SecureAnswer,
} from '../../helpers/running-proxy.ts';
import { startSmtp } from '../../helpers/smtp.ts';
import { startPostgres } from '../../helpers/start-postgres.ts';

/** How often both replicas are replaced, every third time by a new version. */
const rounds = 4;

/** Who reads pages and who subscribes, each from an address of its own. */
const readers = 5;
const subscribers = 3;

/** Milliseconds between two requests of one visitor: the limits of nginx are not what is tested. */
const pause = 25;

const paths = pages.flatMap(({ path, status }) => (path && status === 200 ? [path] : []));

/** What has been asked during the test, and what has gone wrong. */
interface Load {
  isOver: boolean;
  count: number;
  readonly failures: string[];
  /** Entry modules that pages have named: one for each version. */
  readonly entries: Set<string>;
  /** Addresses whose subscription was answered as accepted. */
  readonly accepted: string[];
}

test('replacing both replicas again and again under load loses no request and no subscription', {
  timeout: 600_000, // milliseconds; half a minute where the machine does nothing else
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'setu-rolling-'));
  const build = join(folder, 'build');
  await buildSite(build);
  const postgres = await startPostgres();
  const smtp = await startSmtp();
  const running: ReplicaProcess[] = [];
  const load: Load = {
    isOver: false,
    count: 0,
    failures: [],
    entries: new Set(),
    accepted: [],
  };
  let visitors = Promise.resolve();
  try {
    const databaseUrl = await postgres.createDatabase();
    const environment = {
      ...makeEnvironment({ place: { databaseUrl, dataDirectory: join(folder, 'data') } }, smtp.url),
      SITE_ORIGIN: `https://${siteHost}`,
      TRUST_PROXY: '1',
      SHUTDOWN_DELAY: '1',
    };
    const ports = [await getFreePort(), await getFreePort()] as const;
    const replicas = await Promise.all(ports.map((port) => startReplica(build, port, environment)));
    running.push(...replicas);
    await withNginx(ports, async (nginx) => {
      visitors = startVisitors(nginx, load);
      await expect.poll(() => load.entries.size, { timeout: 30_000 }).toBe(1);
      let version = build;
      for (let round = 0; round < rounds; round += 1) {
        if (round % 3 === 0) {
          const next = join(folder, `version-${round}`);
          await makeVersion(build, next, 1 + round / 3, version);
          version = next;
        }
        for (const [place, port] of ports.entries()) {
          expect(await replicas[place]?.stop()).toBe(0);
          replicas[place] = await startReplica(version, port, environment);
          running.push(replicas[place]);
          // Somebody has read the new version, and its files, while the other replica is an old one.
          const seen = 2 + Math.floor(round / 3);
          await expect.poll(() => load.entries.size, { timeout: 30_000 }).toBe(seen);
        }
      }
      load.isOver = true;
      await visitors;

      expect(load.failures).toEqual([]);
      expect(load.accepted.length).toBeGreaterThan(5 * rounds);
      expect(load.count).toBeGreaterThan(50 * rounds);
      // The load has met what this is about: files that one replica lacks, replicas that went away.
      const upstreams = (await nginx.readLog()).map(({ upstream }) => String(upstream));
      expect(upstreams.filter((tried) => /404, .*200$/.test(tried))).not.toEqual([]);
      expect(upstreams.filter((tried) => /502, .*(200|303)$/.test(tried))).not.toEqual([]);
    });

    const kept = await readSubscribers(databaseUrl);
    expect(load.accepted.filter((address) => !kept.has(address))).toEqual([]);
    const findUnwritten = () => {
      const written = new Set(smtp.mails.map(({ to }) => to));
      return load.accepted.filter((address) => !written.has(address));
    };
    await expect.poll(findUnwritten, { timeout: 30_000 }).toEqual([]);
  } finally {
    load.isOver = true;
    await visitors.catch(() => {});
    await Promise.all(running.map((replica) => replica.kill()));
    await smtp.stop();
    await postgres.remove();
    await rm(folder, { recursive: true, force: true });
  }
});

async function startVisitors(proxy: RunningProxy, load: Load): Promise<void> {
  const reading = Array.from({ length: readers }, (_, number) =>
    visit(proxy, load, `127.0.1.${number + 1}`, (ask, round) => readPage(ask, load, number, round)),
  );
  const subscribing = Array.from({ length: subscribers }, (_, number) =>
    visit(proxy, load, `127.0.2.${number + 1}`, async (ask, round) => {
      const address = `reader-${number}-${round}@example.com`;
      const { status } = await ask(makeSubscription(address), 303);
      if (status === 303) load.accepted.push(address);
      await sleep(10 * pause); // five a second from one address is nginx's limit
    }),
  );
  await Promise.all([...reading, ...subscribing]);
}

type Ask = (question: Parameters<typeof askOn>[1], status?: number) => Promise<SecureAnswer>;

/** One visitor who goes on until the load is over, with a new connection every now and then. */
async function visit(
  proxy: RunningProxy,
  load: Load,
  from: `127.0.${number}.${number}`,
  act: (ask: Ask, round: number) => Promise<void>,
): Promise<void> {
  for (let round = 0; !load.isOver; ) {
    try {
      const session = await openVisit(proxy, from);
      const ask: Ask = async (question, expected = 200) => {
        load.count += 1;
        await sleep(pause);
        const answer = await askOn(session, question);
        if (answer.status !== expected) {
          load.failures.push(`${question.method ?? 'GET'} ${question.path}: ${answer.status}`);
        }
        return answer;
      };
      for (const end = round + 20; round < end && !load.isOver; round += 1) await act(ask, round);
      session.close();
    } catch (error) {
      load.failures.push(`${from}: ${error instanceof Error ? error.message : String(error)}`);
      round += 1;
    }
  }
}

/** A page, half of the time past nginx's cache, and every browser file that it names. */
async function readPage(ask: Ask, load: Load, reader: number, round: number): Promise<void> {
  const past = round % 2 === 0 ? '' : `?past=${reader}-${round}`;
  const page = await ask({ path: `${paths[round % paths.length]}${past}` });
  const html = page.body.toString();
  const files = [...html.matchAll(/\/assets\/[\w-]+\.js/g)].map(([file]) => file);
  const [, entry] = /data-scripts="([^ "]+)/.exec(html) ?? [];
  if (entry !== undefined) load.entries.add(entry);
  for (const file of new Set(files)) {
    await ask({ path: file });
  }
}

async function readSubscribers(databaseUrl: string): Promise<ReadonlySet<unknown>> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query('SELECT address FROM newsletter_subscribers');
    return new Set(rows.map(({ address }) => address));
  } finally {
    await client.end();
  }
}
