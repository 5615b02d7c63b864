import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { getFreePort } from '#scripts/site/get-free-port.ts';
import { pages } from '#shared/routes.ts';
import { makeEnvironment } from '../../helpers/newsletter/newsletter-app.ts';
import { openDatabase } from '../../helpers/newsletter/newsletter-stores.ts';
import { startNginx } from '../../helpers/programs/nginx.ts';
import {
  askOn,
  makeSubscription,
  openVisit,
  siteHost,
} from '../../helpers/programs/running-proxy.ts';
import { openSmtp, startServer } from '../../helpers/until-test-ends.ts';

/** Milliseconds between two requests of one visitor, so that nginx's limits are not reached. */
const pause = 25;

/** No slow pages, so that the visitors are fast. */
const paths = pages.flatMap(({ path, status, hasDeferredPart }) =>
  path && status === 200 && !hasDeferredPart ? [path] : [],
);

test('repeated replacement of both replicas under load loses no request and no subscription', async () => {
  const smtp = await openSmtp();
  const database = await openDatabase('PostgreSQL');
  const environment = {
    ...makeEnvironment(database, smtp.url),
    ...{ SITE_ORIGIN: `https://${siteHost}`, TRUST_PROXY: '1', SHUTDOWN_DELAY: '1' },
  };
  const start = async (port: number) => {
    const server = await startServer({ ...environment, PORT: String(port) });
    await server.waitFor(({ msg }) => String(msg).includes(' is ready at '));
    return server;
  };
  const ports = [await getFreePort(), await getFreePort()] as const;
  const replicas = await Promise.all(ports.map(start));
  const nginx = await startNginx(ports);

  const [failures, accepted]: [string[], string[]] = [[], []];
  let count = 0;
  let isOver = false;
  /** A visitor who sends requests until the end, with a new connection from time to time. */
  async function visit(from: string, act: (ask: Ask, nth: number) => unknown) {
    for (let round = 0; !isOver; ) {
      try {
        const session = await openVisit(nginx, from);
        const ask: Ask = async (question, expected = 200) => {
          count += 1;
          await sleep(pause);
          const { status } = await askOn(session, question);
          if (status !== expected) failures.push(`${question.path}: ${status}`);
          return status;
        };
        for (const end = round + 20; round < end && !isOver; round += 1) await act(ask, round);
        session.close();
      } catch (error) {
        failures.push(`${from}: ${error}`);
        round += 1;
      }
    }
  }
  const visitors = [1, 2, 3].flatMap((number) => [
    // Half of the requests bypass nginx's cache.
    visit(`127.0.1.${number}`, (ask, round) =>
      ask({ path: `${paths[round % paths.length]}${round % 2 ? `?${number}-${round}` : ''}` }),
    ),
    visit(`127.0.2.${number}`, async (ask, round) => {
      const address = `reader-${number}-${round}@example.com`;
      if ((await ask(makeSubscription(address), 303)) === 303) accepted.push(address);
      await sleep(10 * pause); // nginx's limit is five a second from one address
    }),
  ]);
  for (const [place, port] of [...ports.entries(), ...ports.entries()]) {
    expect(await replicas[place]?.end()).toEqual({ code: 0, stderr: '' });
    replicas[place] = await start(port);
  }
  isOver = true;
  await Promise.all(visitors);

  expect(failures).toEqual([]);
  expect([accepted.length > 15, count > 150]).toEqual([true, true]);
  // The requests have met replicas that were down, or the test would prove nothing.
  const upstreams = (await nginx.readLog()).map(({ upstream }) => String(upstream));
  expect(upstreams.filter((tried) => /502, .*(200|303)$/.test(tried))).not.toEqual([]);
  const rows = await database.query('SELECT address FROM newsletter_subscribers');
  expect(rows.map(({ address }) => address)).toEqual(expect.arrayContaining(accepted));
  const listReached = () => smtp.mails.map(({ to }) => to);
  await expect.poll(listReached).toEqual(expect.arrayContaining(accepted));
});

type Ask = (question: Parameters<typeof askOn>[1], expected?: number) => Promise<number>;
