import { join } from 'node:path';
import { expect } from 'vitest';
import type { NewsletterStore } from '#server/newsletter/store/store-sql.ts';
import { runCommand } from './newsletter-command.ts';
import { insertConfirmed } from './newsletter-stores.ts';
import { openNewsletter } from './newsletter-visits.ts';

/** Three confirmed subscribers and a pending one. */
export async function openForBackup(kind: Parameters<typeof openNewsletter>[0]) {
  const made = await openNewsletter(kind);
  await insertConfirmed(made.database, 3);
  await made.subscribe('asha');
  return {
    ...made,
    people: await made.store.listSubscribers('', 100),
    backUp: (...operands: string[]) => runCommand(made.environment, 'backup', ...operands),
    copy: join(made.database.place.dataDirectory, 'copy.sqlite'),
  };
}

/** Checks that the store has these people and the waiting mail. */
export async function expectRestored(store: NewsletterStore, people: readonly unknown[]) {
  await store.open();
  expect(await store.listSubscribers('', 100)).toEqual(people);
  expect(await store.stats()).toMatchObject({ confirmed: 3, pending: 1, waiting: 1 });
  await store.close();
}
