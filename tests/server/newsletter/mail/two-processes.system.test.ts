import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { senderTime } from '#server/newsletter/store/store.ts';
import { second } from '#shared/dates/durations.ts';
import { makeEnvironment } from '../../../helpers/newsletter/newsletter-app.ts';
import { openDatabase, queueEdition } from '../../../helpers/newsletter/newsletter-stores.ts';
import { postForm } from '../../../helpers/site/ask.ts';
import { readPort } from '../../../helpers/site/start-server.ts';
import { openSmtp, startServer } from '../../../helpers/until-test-ends.ts';

const count = 60;

// The mails of a process that ends or stands still wait for a minute.
test.each([
  ['SIGKILL', undefined],
  ['SIGSTOP', senderTime + 10 * second],
] as const)(
  'when the sender gets %s at a rate, the other process sends the rest, and at most five mails twice',
  {
    timeout: 240_000,
  },
  async (signal, pause) => {
    const smtp = await openSmtp();
    const database = await openDatabase('PostgreSQL');
    const environment = {
      ...makeEnvironment(database, smtp.url),
      ...{ MAIL_RATE: '10/s', PORT: '0', TRUST_PROXY: '0' },
    };
    const store = database.createStore();
    await store.open();
    await queueEdition(database, store, { confirmed: count });
    smtp.slowDown(300);
    const servers = [await startServer(environment), await startServer(environment)] as const;
    const isSent = (line: { readonly msg?: unknown }) => line.msg === 'mail sent';
    const sender = await Promise.race(
      servers.map((server) => server.waitFor(isSent).then(() => server)),
    );
    const other = servers[0] === sender ? servers[1] : servers[0];
    await expect.poll(() => smtp.mails.length).toBeGreaterThan(10);
    sender.child.kill(signal);
    if (pause !== undefined) void sleep(pause).then(() => sender.child.kill('SIGCONT'));
    const startedAt = performance.now();
    expect(await postForm(await readPort(other), 'honest@example.com')).toBe(303);
    const receivers = () => new Set(smtp.mails.map(({ to }) => to));
    await expect.poll(() => receivers().has('honest@example.com'), { timeout: 60_000 }).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(senderTime + 10 * second);
    await expect.poll(() => receivers().size, { timeout: 150_000 }).toBe(count + 1);
    await expect.poll(async () => (await store.getBacklog()).waiting, { timeout: 90_000 }).toBe(0);
    expect(smtp.mails.length).toBeLessThanOrEqual(count + 1 + 5);
    expect(await store.countRecipients('edition')).toMatchObject({ sent: count });
  },
);
