import request from 'supertest';
import type { OutboxTiming } from '#server/newsletter/mail/timing.ts';
import { makeEnvironment, makeNewsletter } from './newsletter-app.ts';
import { type StoreKind, useDatabases } from './newsletter-stores.ts';
import { findOnly, parseHtml, readText } from './parse-html.ts';
import { openSmtp } from './until-test-ends.ts';

/** Newsletters for the tests of one `describe`, each with a database and a mail server of its own. */
export function useVisits(kind: StoreKind) {
  const createDatabase = useDatabases(kind);
  return async function open(
    more: Readonly<Record<string, string>> = {},
    timing: Partial<OutboxTiming> = {},
  ) {
    const database = await createDatabase();
    const smtp = await openSmtp();
    const environment = { ...makeEnvironment(database, smtp.url), ...more };
    const made = await makeNewsletter(environment, timing);
    await made.parts.ready();
    return {
      ...made,
      store: made.parts.store,
      database,
      smtp,
      environment,
      /** Sends the form from this address; `topic` is the honeypot. */
      post: (email: string, ip = '203.0.113.7', topic = '') =>
        request(made.app)
          .post('/newsletter')
          .set('x-forwarded-for', ip)
          .type('form')
          .send({ email, topic }),
      /** Presses the button behind a link. Returns the status and the heading of the page. */
      async press(link: string, body = '') {
        const { status, text } = await request(made.app).post(link).type('form').send(body);
        return [status, readHeading(text)] as const;
      },
      /** Sends what waits. Returns the last mail that arrived. */
      async drain() {
        await made.outbox.drain();
        return smtp.last();
      },
    };
  };
}

export const readHeading = (html: string) => readText(findOnly(parseHtml(html), 'h1'));
