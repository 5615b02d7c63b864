import request from 'supertest';
import { makeEnvironment, makeNewsletter } from './newsletter-app.ts';
import { type StoreKind, useDatabases } from './newsletter-stores.ts';
import { startSmtp } from './smtp.ts';

/** Newsletters for the tests of one `describe`, each with a database and a mail server of its own. */
export function useVisits(kind: StoreKind) {
  const createDatabase = useDatabases(kind);
  return async function open(more: Record<string, string> = {}) {
    const database = await createDatabase();
    const smtp = await startSmtp();
    const made = await makeNewsletter({ ...makeEnvironment(database, smtp.url), ...more });
    /** Sends the form from this address; `topic` is the honeypot. */
    const post = (email: string, ip = '203.0.113.7', topic = '') =>
      request(made.app)
        .post('/newsletter')
        .set('x-forwarded-for', ip)
        .type('form')
        .send({ email, topic });
    const stop = async () => {
      await made.stop();
      await smtp.stop();
    };
    return { ...made, database, smtp, post, stop };
  };
}
