import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createNewsletter } from '#server/newsletter/newsletter.ts';
import { blog } from '#shared/content/blog.ts';
import { newsletterOff } from '#shared/content/newsletter.ts';
import { sampleContent, sampleEvents } from '../../helpers/content/sample-content.ts';
import { listElements } from '../../helpers/documents/parse-html.ts';
import { makeLogger } from '../../helpers/site/make-logger.ts';
import { readConfig } from '../../helpers/site/read-config.ts';
import { hasAttribute, readPage } from '../../helpers/site/read-page.ts';

/** A page of a server with these variables, when every event is past: whether it has the form, and its words. */
async function read(address: string, environment: Record<string, string>) {
  const { newsletter: settings } = readConfig(environment);
  const { logger } = makeLogger();
  const newsletter = createNewsletter(undefined, settings, logger);
  const now = () => new Date('2027-01-01T12:00:00Z');
  const app = createApp({ newsletter, now, content: sampleContent });
  const { main, words } = await readPage(address, app);
  const links = listElements(main, ({ attributes }) =>
    Boolean(attributes.get('href')?.includes('#newsletter')),
  );
  return {
    words,
    forms: listElements(main, hasAttribute('action', '/newsletter')).length,
    links: links.length,
  };
}

const details = `/events?event=${sampleEvents[0]?.slug}`;

test('where the operator has written MAIL=off, pages say that there is no newsletter, without a field or a link to it', async () => {
  for (const address of ['/', '/blog', details]) {
    const page = await read(address, { MAIL: 'off' });
    expect([address, page]).toEqual([address, expect.objectContaining({ forms: 0, links: 0 })]);
    expect(page.words).toContain(newsletterOff);
    expect(page.words).not.toContain(blog.byEmail);
  }
});

test('where nothing was written the form stands, also on a public server, which is closed', async () => {
  for (const environment of [{}, { NODE_ENV: 'production', HOST: '0.0.0.0' }]) {
    for (const address of ['/', '/blog', details]) {
      const { forms, words } = await read(address, environment);
      expect([address, forms]).toEqual([address, 1]);
      expect(words).not.toContain(newsletterOff);
    }
  }
});
