import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { migrations } from '#server/newsletter/migrations/migrations.ts';
import type { NewsletterStore } from '#server/newsletter/store.ts';
import { age, storeKinds, useDatabases } from '../../helpers/newsletter-stores.ts';

/* THE CONTRACT of a store, run against a real SQLite file and a real PostgreSQL. */

const day = 86_400_000;
const makeId = () => randomBytes(8).toString('hex');
const hashOf = (key: string) => `hash of ${key}`;
const hashesOf = (key: string) => [hashOf(key), `old hash of ${key}`];
const makeRequest = (key = `${makeId()}@example.com`) => ({
  id: makeId(),
  address: key.replace('@', '+News@'),
  key,
  hashes: hashesOf(key),
  consent: 'v1',
});

/** What the worker does with the next mail, up to the link that the subscriber follows. */
async function sendConfirmation(store: NewsletterStore, lifetime = 3 * day) {
  const leaseId = makeId();
  const [mail] = await store.claim(1, 60_000, leaseId);
  if (!mail) throw new Error('No mail is waiting');
  const hash = makeId();
  expect(await store.begin(mail, leaseId, 60_000, { hash, lifetime })).toBe(true);
  await store.markSent(mail, leaseId);
  return hash;
}

async function addConfirmed(store: NewsletterStore, count: number): Promise<string[]> {
  const keys: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const request = makeRequest();
    await store.subscribe(request);
    await store.confirm(await sendConfirmation(store), hashesOf);
    keys.push(request.key);
  }
  return keys;
}

describe.each(storeKinds)('%s', (kind) => {
  const createDatabase = useDatabases(kind);
  async function openStore() {
    const database = await createDatabase();
    const store = database.createStore();
    await store.open();
    return { database, store };
  }

  test('a new subscriber is pending and one mail is waiting for it', async () => {
    const { store } = await openStore();
    const request = makeRequest();
    await store.subscribe(request);
    const found = await store.findSubscriber(request.key);
    expect(found).toMatchObject({
      id: request.id,
      address: request.address,
      status: 'pending',
      confirmedAt: null,
      consent: 'v1',
    });
    expect(Math.abs((found?.requestedAt ?? 0) - Date.now())).toBeLessThan(10_000);
    expect(await store.stats()).toMatchObject({ pending: 1, confirmed: 0, waiting: 1 });
    const [mail, ...others] = await store.claim(5, 60_000, 'lease');
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'confirmation', subscriberId: request.id, attempts: 1 });
  });

  test('asking twice before the mail has gone makes one subscriber and one mail', async () => {
    const { store } = await openStore();
    const request = makeRequest();
    await store.subscribe(request);
    await store.subscribe({ ...request, id: makeId(), address: request.key, consent: 'v2' });
    expect(await store.stats()).toMatchObject({ pending: 1, waiting: 1 });
    expect(await store.findSubscriber(request.key)).toMatchObject({
      id: request.id,
      consent: 'v2',
    });
  });

  test('asking again after the mail has gone sends another, and both links work', async () => {
    const { store } = await openStore();
    const request = makeRequest();
    await store.subscribe(request);
    const first = await sendConfirmation(store);
    await store.subscribe(request);
    const second = await sendConfirmation(store);
    expect(await store.confirm(first, hashesOf)).toBe('confirmed');
    expect(await store.confirm(second, hashesOf)).toBe('already-confirmed');
  });

  test('a confirmed subscriber who asks again stays confirmed and gets no mail', async () => {
    const { store } = await openStore();
    const [key = ''] = await addConfirmed(store, 1);
    const before = await store.findSubscriber(key);
    await store.subscribe({ ...makeRequest(key), consent: 'v2' });
    expect(await store.findSubscriber(key)).toEqual(before);
    expect(await store.stats()).toMatchObject({ confirmed: 1, pending: 0, waiting: 0 });
  });

  test('a token confirms once, says so the second time, and keeps both times', async () => {
    const { store, database } = await openStore();
    const request = makeRequest();
    await store.subscribe(request);
    const hash = await sendConfirmation(store);
    await age(database, day);
    expect(await store.confirm(hash, hashesOf)).toBe('confirmed');
    expect(await store.confirm(hash, hashesOf)).toBe('already-confirmed');
    const found = await store.findSubscriber(request.key);
    expect((found?.confirmedAt ?? 0) - (found?.requestedAt ?? 0)).toBeGreaterThanOrEqual(day);
  });

  test('two clicks at the same time confirm once', async () => {
    const { store, database } = await openStore();
    const other = database.createStore();
    await other.open();
    await store.subscribe(makeRequest());
    const hash = await sendConfirmation(store);
    const outcomes = await Promise.all(
      [store, other, store, other].map((each) => each.confirm(hash, hashesOf)),
    );
    expect(outcomes.toSorted()).toEqual([
      ...['already-confirmed', 'already-confirmed', 'already-confirmed'],
      'confirmed',
    ]);
  });

  test('a token expires by the time of the database', async () => {
    const { store, database } = await openStore();
    await store.subscribe(makeRequest());
    const hash = await sendConfirmation(store, 3 * day);
    await age(database, 3 * day - 60_000);
    expect(await store.confirm('another', hashesOf)).toBe('expired');
    await age(database, 60_001);
    expect(await store.confirm(hash, hashesOf)).toBe('expired');
    expect(await store.stats()).toMatchObject({ pending: 1, confirmed: 0 });
  });

  test('who leaves is gone, with the mails, and only a hash stays', async () => {
    const { store, database } = await openStore();
    const request = makeRequest();
    await store.subscribe(request);
    const hash = await sendConfirmation(store);
    await store.subscribe(request);
    const leaving = { reason: 'left', hashOf } as const;
    expect(await store.remove({ id: request.id }, leaving)).toBe(true);
    expect(await store.remove({ id: request.id }, leaving)).toBe(false);
    expect(await store.confirm(hash, hashesOf)).toBe('expired');
    expect(await store.stats()).toMatchObject({ pending: 0, waiting: 0, suppressed: { left: 1 } });
    for (const table of ['subscribers', 'confirmations', 'outbox', 'suppressions']) {
      const rows = await database.query(`SELECT * FROM newsletter_${table}`);
      if (table !== 'suppressions') expect(rows).toEqual([]);
    }
  });

  test('who has left can come back, and confirming lifts the suppression', async () => {
    const { store } = await openStore();
    const request = makeRequest();
    await store.suppress(request.key, `old hash of ${request.key}`, 'left');
    await store.subscribe(request);
    expect(await store.findSuppression(request.hashes)).toBe('left');
    expect(await store.confirm(await sendConfirmation(store), hashesOf)).toBe('confirmed');
    expect(await store.findSuppression(request.hashes)).toBeUndefined();
  });

  test.each(['refused', 'operator'] as const)(
    'nothing is stored for an address that is suppressed: %s',
    async (reason) => {
      const { store } = await openStore();
      const request = makeRequest();
      await store.subscribe(request);
      await store.suppress(request.key, hashOf(request.key), reason);
      await store.suppress(request.key, hashOf(request.key), 'left');
      await store.subscribe(request);
      expect(await store.findSubscriber(request.key)).toBeUndefined();
      expect(await store.findSuppression(request.hashes)).toBe(reason);
      expect(await store.stats()).toMatchObject({ pending: 0, waiting: 0 });
      expect(await store.liftSuppression(request.hashes)).toBe(true);
      expect(await store.liftSuppression(request.hashes)).toBe(false);
      await store.subscribe(request);
      expect(await store.stats()).toMatchObject({ pending: 1, waiting: 1 });
    },
  );

  test('a limit holds for its window, whichever replica counts', async () => {
    const { store, database } = await openStore();
    const other = database.createStore();
    await other.open();
    const limits = [
      { key: 'network', most: 5, window: 60_000 },
      { key: 'overall', most: 3, window: 3_600_000 },
    ];
    const waits: (number | undefined)[] = [];
    for (const each of [store, other, store, other, store]) waits.push(await each.count(limits));
    expect(waits.slice(0, 3)).toEqual([undefined, undefined, undefined]);
    for (const wait of waits.slice(3)) {
      expect(wait).toBeGreaterThan(3_500_000);
      expect(wait).toBeLessThanOrEqual(3_600_000);
    }
    expect(await other.count(limits)).toBeLessThanOrEqual(60_000);
    await age(database, 60_001);
    expect(await store.count([{ key: 'network', most: 1, window: 1_000 }])).toBeUndefined();
    await age(database, 3_600_000);
    expect(await store.count(limits)).toBeUndefined();
  });

  test('many at once are counted exactly', async () => {
    const { store } = await openStore();
    const limits = [{ key: 'k', most: 20, window: 60_000 }];
    const waits = await Promise.all(Array.from({ length: 50 }, () => store.count(limits)));
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(20);
  });

  test('a taken mail is nobody else’s until its lease is over', async () => {
    const { store, database } = await openStore();
    await store.subscribe(makeRequest());
    const [mail] = await store.claim(5, 60_000, 'first');
    if (!mail) throw new Error('Nothing was claimed');
    expect(await store.claim(5, 60_000, 'second')).toEqual([]);
    await age(database, 60_001);
    const [again] = await store.claim(5, 60_000, 'second');
    expect(again).toMatchObject({ id: mail.id, attempts: 2 });
    const token = { hash: 'x', lifetime: day };
    expect(await store.begin(mail, 'first', 60_000, token)).toBe(false);
    await store.markSent(mail, 'first');
    await store.postpone(mail, 'first', undefined);
    expect(await store.stats()).toMatchObject({ waiting: 1, abandoned: 0 });
    expect(await store.begin(mail, 'second', 60_000, token)).toBe(true);
    await store.markSent(mail, 'second');
    expect(await store.stats()).toMatchObject({ waiting: 0 });
  });

  test('a mail that was given back is due at once, a postponed one later', async () => {
    const { store, database } = await openStore();
    await store.subscribe(makeRequest());
    const [mail] = await store.claim(1, 60_000, 'a');
    await store.release(mail ? [mail] : [], 'a');
    const [again] = await store.claim(1, 60_000, 'b');
    expect(again).toMatchObject({ id: mail?.id, attempts: 1 });
    if (again) await store.postpone(again, 'b', 120_000);
    expect(await store.claim(1, 60_000, 'c')).toEqual([]);
    await age(database, 120_000);
    expect(await store.claim(1, 60_000, 'c')).toMatchObject([{ id: mail?.id, attempts: 2 }]);
    expect((await store.stats()).oldestSeconds).toBeGreaterThanOrEqual(120);
  });

  test('an issue is queued once for each confirmed subscriber, however often it is sent', async () => {
    const { store } = await openStore();
    const keys = await addConfirmed(store, 5);
    const issue = { id: 'issue-1', subject: 'One', text: 'Text', html: null };
    await store.addIssue(issue);
    await store.addIssue({ ...issue, subject: 'never' });
    expect(await store.findIssue('issue-1')).toEqual(issue);
    expect(await store.findIssue('issue-2')).toBeUndefined();
    await store.subscribe(makeRequest()); // pending: gets none
    for (let round = 0; round < 2; round += 1) {
      let after: string | undefined = '';
      while (after !== undefined) after = await store.queueIssue('issue-1', after, 2);
      expect(await store.countRecipients('issue-1')).toMatchObject({ confirmed: 5, queued: 5 });
    }
    const mails = await store.claim(50, 60_000, 'lease');
    expect(mails[0]?.kind).toBe('confirmation');
    const issues = mails.slice(1);
    expect(issues.map(({ key }) => key).sort()).toEqual(keys.toSorted());
    for (const mail of issues) {
      expect(await store.begin(mail, 'lease', 60_000, undefined)).toBe(true);
      await store.markSent(mail, 'lease');
    }
    await store.queueIssue('issue-1', '', 50);
    expect(await store.countRecipients('issue-1')).toEqual({ confirmed: 5, queued: 5, sent: 5 });
  });

  test('who leaves while an issue is being sent does not get it', async () => {
    const { store } = await openStore();
    await addConfirmed(store, 1);
    await store.addIssue({ id: 'i', subject: 's', text: 't', html: null });
    await store.queueIssue('i', '', 10);
    const [mail] = await store.claim(1, 60_000, 'lease');
    if (!mail) throw new Error('Nothing was claimed');
    await store.remove({ id: mail.subscriberId }, { reason: 'left', hashOf });
    expect(await store.begin(mail, 'lease', 60_000, undefined)).toBe(false);
  });

  test('two replicas that take mails at the same time never take the same', async () => {
    const { store, database } = await openStore();
    const other = database.createStore();
    await other.open();
    await addConfirmed(store, 40);
    await store.addIssue({ id: 'i', subject: 's', text: 't', html: null });
    await store.queueIssue('i', '', 100);
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? store : other).claim(3, 60_000, `lease-${index}`),
      ),
    );
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    ids.push(...(await store.claim(100, 60_000, 'rest')).map(({ id }) => id));
    expect(new Set(ids).size).toBe(40);
  });

  test('unconfirmed subscribers go after their time, confirmed ones stay', async () => {
    const { store, database } = await openStore();
    await addConfirmed(store, 2);
    await store.subscribe(makeRequest());
    await store.count([{ key: 'k', most: 1, window: 1_000 }]);
    await age(database, 30 * day - 60_000);
    expect(await store.tidy(30 * day)).toEqual({ removed: 0 });
    await age(database, 60_001);
    expect(await store.tidy(30 * day)).toEqual({ removed: 1 });
    expect(await store.stats()).toMatchObject({ pending: 0, confirmed: 2, waiting: 0 });
    expect(await database.query('SELECT * FROM newsletter_limits')).toEqual([]);
  });

  test('the list of subscribers goes on behind the last one', async () => {
    const { store } = await openStore();
    const keys = await addConfirmed(store, 5);
    const first = await store.listSubscribers('', 3);
    const rest = await store.listSubscribers(first.at(-1)?.id ?? '', 3);
    expect([...first, ...rest].map(({ key }) => key).sort()).toEqual(keys.toSorted());
  });

  test('the wording of a consent stays what it was', async () => {
    const { store } = await openStore();
    await store.rememberConsent('v1', 'I agree');
    await store.rememberConsent('v1', 'something else');
    expect(await store.findConsent('v1')).toBe('I agree');
    expect(await store.findConsent('v2')).toBeUndefined();
  });

  test('replicas that boot together make the tables once', async () => {
    const database = await createDatabase();
    const stores = Array.from({ length: 4 }, () => database.createStore());
    await Promise.all(stores.map((store) => store.open()));
    await Promise.all(stores.map((store) => store.open()));
    const rows = await database.query('SELECT number FROM newsletter_migrations ORDER BY number');
    expect(rows.map(({ number }) => number)).toEqual(migrations.map(({ number }) => number));
  });

  test.each(migrations.slice(0, -1))(
    'the tables of version $number are brought up to date with what they hold',
    async ({ number }) => {
      const database = await createDatabase();
      const old = database.createStore(migrations.slice(0, number));
      await old.open();
      for (const [id, status, confirmedAt] of [
        ['one', 'pending', 'NULL'],
        ['two', 'confirmed', '2000'],
      ]) {
        await database.query(
          `INSERT INTO newsletter_subscribers
           (id, address, address_key, status, requested_at, confirmed_at, asked_at, consent)
         VALUES ('${id}', '${id}@Example.com', '${id}@example.com', '${status}', 1000, ${confirmedAt}, 1000, 'v1')`,
        );
      }
      if (number >= 2) {
        await database.query(
          `INSERT INTO newsletter_outbox
           (id, kind, issue_id, subscriber_id, state, attempts, lease, due_at, created_at)
         VALUES ('one-1', 'confirmation', NULL, 'one', 'waiting', 0, NULL, 1000, 1000)`,
        );
      }
      const store = database.createStore();
      await store.open();
      expect(await store.stats()).toMatchObject({ pending: 1, confirmed: 1, waiting: 1 });
      expect(await store.findSubscriber('two@example.com')).toMatchObject({ confirmedAt: 2000 });
      expect(await store.confirm(await sendConfirmation(store), hashesOf)).toBe('confirmed');
      await expect(old.open()).rejects.toThrow(/run the newer program/);
    },
  );
});
