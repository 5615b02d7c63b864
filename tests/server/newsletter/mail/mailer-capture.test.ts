import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { postForm } from '../../../helpers/ask.ts';
import { runCommand } from '../../../helpers/newsletter-command.ts';
import { useDatabases } from '../../../helpers/newsletter-stores.ts';
import { readMailText } from '../../../helpers/smtp.ts';
import { readPort } from '../../../helpers/start-server.ts';
import { startServer } from '../../../helpers/until-test-ends.ts';

/** Where the newsletter's links in all captured mails of this kind lead. */
function readOrigins(dataDirectory: string, kind: string): readonly string[] {
  const folder = join(dataDirectory, 'mail');
  const names = readdirSync(folder).filter(
    (name) => name.startsWith(kind) && name.endsWith('.eml'),
  );
  const texts = names.map((name) =>
    readMailText({ to: '', source: readFileSync(join(folder, name), 'utf8') }),
  );
  const links = texts.flatMap((text) => text.match(/https?:\/\/[^\s"<>]+\/newsletter\/\w+/g) ?? []);
  return [...new Set(links.map((link) => new URL(link).origin))];
}

describe('the capture mode', () => {
  const createDatabase = useDatabases('SQLite');

  test('links its mails to where the site is, and not to the sample address', async () => {
    const { place, query } = await createDatabase();
    const environment = { MAIL: 'capture', DATA_DIR: place.dataDirectory };
    const server = await startServer({ ...environment, PORT: '0' });
    const port = await readPort(server);
    expect(await postForm(port, 'asha@example.com')).toBe(303);
    await server.waitFor(({ msg }) => msg === 'mail sent');
    expect(readOrigins(place.dataDirectory, 'confirmation')).toEqual([`http://localhost:${port}`]);

    server.child.kill('SIGTERM'); // It would send the edition itself.
    await server.ended;
    await query(`UPDATE newsletter_subscribers SET status = 'confirmed', confirmed_at = 1`);
    const text = join(place.dataDirectory, 'letter.txt');
    writeFileSync(text, 'Dear readers');
    const words = ['send', '--subject', 'Monsoon', '--text', text];
    expect(await runCommand({ ...environment, PORT: '4321' }, ...words)).toMatchObject({ code: 0 });
    expect(readOrigins(place.dataDirectory, 'edition')).toEqual(['http://localhost:4321']);
  }, 60_000);
});
