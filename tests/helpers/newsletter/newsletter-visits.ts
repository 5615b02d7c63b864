import request from 'supertest';
import type { OutboxTiming } from '#server/newsletter/timing.ts';
import { getOnly, parseHtml, readText } from '../documents/parse-html.ts';
import { openSmtp } from '../until-test-ends.ts';
import { makeEnvironment, makeNewsletter } from './newsletter-app.ts';
import {
  age,
  findSubscriber,
  openDatabase,
  queueEdition,
  type StoreKind,
} from './newsletter-stores.ts';

/** A newsletter with a database of this kind and a mail server of its own, until the test ends. */
export async function openNewsletter(
  kind: StoreKind,
  more: Readonly<Record<string, string>> = {},
  timing: Partial<OutboxTiming> = {},
) {
  const database = await openDatabase(kind);
  const smtp = await openSmtp();
  const environment = { ...makeEnvironment(database, smtp.url), ...more };
  const made = await makeNewsletter(environment, timing);
  await made.ready();
  return {
    ...made,
    database,
    smtp,
    environment,
    /** Sends the form from this address; `topic` is the honeypot. */
    post(email: string, ip = '203.0.113.7', topic = '') {
      const form = request(made.app).post('/newsletter').type('form');
      return form.set('x-forwarded-for', ip).send({ email, topic });
    },
    /** Presses the button of a link's page, without a body as in w3m. Returns the page's status and heading. */
    async press(link: string, body?: string) {
      const [path = '', query] = body === undefined ? link.split('?') : [link, body];
      const { status, text } = await request(made.app).post(path).type('form').send(query);
      return [status, readHeading(text)] as const;
    },
    age: (milliseconds: number) => age(database, milliseconds),
    queueEdition: (which?: Parameters<typeof queueEdition>[2]) =>
      queueEdition(database, made.store, which),
    subscribe: (name: string) => made.newsletter.subscribe(`${name}@example.com`, '203.0.113.7'),
    /** The subscriber with this address. */
    find: (address: string) => findSubscriber(made.store, address),
    /** Sends the waiting mails. Returns the last received mail. */
    async drain() {
      await made.outbox.drain();
      return smtp.last();
    },
  };
}

export const readHeading = (html: string) => readText(getOnly(parseHtml(html), 'h1'));
