import request from 'supertest';
import { expect, onTestFinished, test } from 'vitest';
import { makeEnvironment, makeNewsletter } from '../../helpers/newsletter/newsletter-app.ts';
import { queryPostgres, startPostgres } from '../../helpers/programs/start-postgres.ts';
import { makeFolder, openSmtp } from '../../helpers/until-test-ends.ts';

test('while PostgreSQL is down pages work and the form gets a 503; afterwards no restart is needed', async () => {
  const postgres = await startPostgres();
  onTestFinished(postgres.remove);
  const place = { databaseUrl: await postgres.createDatabase(), dataDirectory: await makeFolder() };
  const smtp = await openSmtp();
  await postgres.stop(); // The server starts while the database is down.
  const environment = makeEnvironment({ place }, smtp.url);
  const timing = { poll: 100, rest: 100 };
  const { app, keys, store, outbox, log } = await makeNewsletter(environment, timing);
  outbox.start();
  const send = (path: string, accept: string) =>
    request(app).post(path).set({ accept }).type('form').send({ email: 'asha@example.com' });
  const post = () => send('/newsletter', 'text/html');
  const expectAway = async () => {
    const confirm = `/newsletter/confirm?token=${'a'.repeat(64)}`; // The state of the link is unknown, so the page has the button.
    const link = `/newsletter/unsubscribe?token=${keys.signAddress('asha@example.com')}`;
    for (const path of ['/newsletter', confirm, link]) {
      const { status, headers } = await send(path, 'text/html');
      expect([path, status, headers['retry-after']]).toEqual([path, 503, '30']);
    }
    const script = await send('/newsletter', 'application/json');
    expect([script.status, script.body]).toEqual([503, { outcome: 'unavailable' }]);
    for (const path of ['/', '/thank-you?type=newsletter', '/healthz', confirm, link]) {
      expect((await request(app).get(path)).status).toBe(200);
    }
    await log.waitFor(({ msg, reason }) => String(msg).startsWith('mail waits') && !!reason);
  };
  await expectAway();
  await smtp.stop();
  for (const how of ['fast', 'immediate'] as const) {
    await postgres.start();
    await expect.poll(async () => (await post()).status).toBe(303);
    expect((await store.stats()).pending).toBe(1);
    await postgres.stop(how);
    await expectAway();
  }
  await Promise.all([smtp.start(), postgres.start()]);
  await expect.poll(() => smtp.mails.length, { timeout: 10_000 }).toBe(1);
  await expect.poll(async () => (await store.stats()).waiting).toBe(0);
  await queryPostgres(place.databaseUrl, 'ALTER SCHEMA public RENAME TO lost'); // Until it is restored.
  await expectAway();
});
