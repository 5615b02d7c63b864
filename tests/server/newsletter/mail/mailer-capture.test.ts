import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getFreePort } from '#scripts/site/get-free-port.ts';
import { site } from '#shared/site.ts';
import { edition, runCommand } from '../../../helpers/newsletter/newsletter-command.ts';
import { openDatabase } from '../../../helpers/newsletter/newsletter-stores.ts';
import { readMailText } from '../../../helpers/newsletter/smtp.ts';
import { postForm } from '../../../helpers/site/ask.ts';
import { readPort } from '../../../helpers/site/start-server.ts';
import { startServer } from '../../../helpers/until-test-ends.ts';

/** The text of the only captured mail of this kind. */
function readCaptured(dataDirectory: string, kind: string): string {
  const folder = join(dataDirectory, 'mail');
  const [name = '', ...others] = readdirSync(folder).filter((each) => each.startsWith(kind));
  expect(others).toEqual([]);
  return readMailText({ to: '', source: readFileSync(join(folder, name), 'utf8') });
}

test('links in captured mails have the address of the running site, not the sample address', async () => {
  const { place, query } = await openDatabase('SQLite');
  const port = await getFreePort();
  const environment = { MAIL: 'capture', DATA_DIR: place.dataDirectory, PORT: `${port}` };
  const server = await startServer(environment);
  await readPort(server);
  expect(await postForm(port, 'asha@example.com')).toBe(303);
  await server.waitFor(({ msg }) => msg === 'mail sent');
  const confirmation = readCaptured(place.dataDirectory, 'confirmation');
  expect(confirmation).toContain(`http://localhost:${port}/newsletter/confirm?token=`);

  await query(`UPDATE newsletter_subscribers SET status = 'confirmed', confirmed_at = 1`);
  const words = ['send', '--subject', 'Monsoon', '--text', edition];
  expect(await runCommand(environment, ...words)).toMatchObject({ code: 0 });
  await server.waitFor(({ msg, kind }) => msg === 'mail sent' && kind === 'edition');
  const sent = readCaptured(place.dataDirectory, 'edition');
  expect(sent).toContain(`http://localhost:${port}/newsletter/unsubscribe?token=`);
  expect(confirmation + sent).not.toContain(`${site.origin}/newsletter`);
});
