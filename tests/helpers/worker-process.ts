import { makeNewsletter } from './newsletter-app.ts';

/* A worker in a process of its own, to be killed. Its leases are short, so that a test can wait. */

const environment = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  ),
);
const { outbox } = await makeNewsletter(environment, { lease: 2_500, attempt: 1_900, note: 300 });
await outbox.drain();
