import { onTestFinished } from 'vitest';
import { createApp } from '#server/app.ts';
import type { MailOutcome } from '#server/newsletter/mail/mailer.ts';
import { createNewsletter } from '#server/newsletter/newsletter.ts';
import { createStoreAndOutbox, hasKeys } from '#server/newsletter/store-and-outbox.ts';
import type { OutboxTiming } from '#server/newsletter/timing.ts';
import { makeLogger } from '../site/make-logger.ts';
import { readConfig } from '../site/read-config.ts';
import type { TestDatabase } from './newsletter-stores.ts';

export const testOrigin = 'https://circle.example';
const testSecret = 'a-secret-for-tests-with-thirty-two-characters';

/** The environment of a server with this database and this SMTP server, which by default does not exist. */
export function makeEnvironment(
  { place }: Pick<TestDatabase, 'place'>,
  smtpUrl = 'smtp://127.0.0.1:1',
): Record<string, string> {
  return {
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Setu Circle <news@circle.example>',
    APP_SECRET: testSecret,
    SITE_ORIGIN: testOrigin,
    CONTACT_EMAIL: 'hello@example.org',
    INVITE_URL: 'https://example.org/invite',
    TRUST_PROXY: '1',
    PORT: '0',
    DATA_DIR: place.dataDirectory,
    ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
    LIMIT_PER_NETWORK: '100000',
    LIMIT_OVERALL: '1000000',
    LIMIT_UNCACHED: '1000000',
  };
}

/** The newsletter with a real store and a real SMTP server; worker and retention are not started. */
export async function makeNewsletter(
  environment: Record<string, string>,
  timing: Partial<OutboxTiming> = {},
) {
  const { newsletter: settings, site } = readConfig(environment);
  const log = makeLogger();
  const { logger } = log;
  const counted: MailOutcome[] = [];
  const opened = await createStoreAndOutbox({
    settings,
    site,
    origin: site.origin,
    logger,
    print: () => {},
    timing,
    countMail: (outcome) => void counted.push(outcome),
  });
  if (!hasKeys(opened) || !opened.outbox) throw new Error('The newsletter is off');
  const { outbox } = opened;
  const newsletter = createNewsletter(opened, settings, logger);
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await opened.finish();
    await opened.close();
  };
  onTestFinished(stop);
  /** Counts the outcomes that came meanwhile. */
  const drain = async () => {
    const earlier = counted.length;
    await outbox.drain();
    const outcomes = counted.slice(earlier);
    const sent = outcomes.filter((outcome) => outcome === 'sent').length;
    return { sent, failed: outcomes.length - sent };
  };
  return {
    app: createApp({ newsletter, logger, site, trust: (_address, distance) => distance < 1 }),
    newsletter,
    ...opened,
    outbox: { ...outbox, drain },
    log,
    /** The outcomes of the attempts to send, from the metrics. */
    counted,
    /** Stops it before the test ends, which stops it anyway. */
    stop,
  };
}
