import { join } from 'node:path';
import request from 'supertest';
import { expect, test } from 'vitest';
import { newsletterMails } from '#shared/content/newsletter.ts';
import { minute } from '#shared/dates/durations.ts';
import { site } from '#shared/site.ts';
import {
  edition,
  openSubscribers,
  runCommand,
  startCommand,
} from '../../../helpers/newsletter/newsletter-command.ts';
import { insertConfirmed, storeKinds } from '../../../helpers/newsletter/newsletter-stores.ts';
import { readHeaders, readLink, readMailText } from '../../../helpers/newsletter/smtp.ts';
import { makeFolder, startServer } from '../../../helpers/until-test-ends.ts';

const words = ['send', '--subject', 'Monsoon <letter>', '--text', edition];
const { unsubscribe } = newsletterMails.edition;
const link = 'https://circle.example/newsletter/unsubscribe?token=';

test.each(storeKinds)(
  'with %s an edition is queued and sent once to everyone, also if the server is killed',
  async (kind) => {
    const count = 60;
    const { age, environment, database, outbox, read, run, smtp } = await openSubscribers(kind, 0);
    await insertConfirmed(database, count + 1);
    await database.query(
      "UPDATE newsletter_subscribers SET status = 'pending' WHERE address LIKE 'reader-0@%'",
    );
    const send = (...more: string[]) => read(...words, ...more);
    expect(await send('--dry-run')).toMatchObject({ confirmed: count, wouldReceive: count });
    const queued = { total: count, sent: 0, waiting: count, endsAt: null };
    expect(await send()).toMatchObject({ ...queued, queued: count });
    expect(await send()).toMatchObject({ ...queued, queued: 0 });
    expect(smtp.mails).toEqual([]);

    smtp.slowDown(60);
    const server = await startServer({ ...environment, PORT: '0' });
    await expect.poll(() => smtp.mails.length).toBeGreaterThan(10);
    await server.end('SIGKILL');
    smtp.slowDown(0);
    const part = await send('--dry-run');
    expect(part).toMatchObject({ queued: count, wouldReceive: count - part.sent });
    await age(2 * minute); // The time of the killed sender has to end first, and that of its mails.
    await outbox.drain();
    const done = `0 queued now, ${count} in all: ${count} sent, 0 waiting, 0 given up. Nothing remains to be done.\n`;
    expect((await run(...words)).out).toBe(done);
    expect(new Set(smtp.mails.map(({ to }) => to)).size).toBe(count);
    expect(smtp.mails.length).toBeLessThanOrEqual(count + 5);

    const mail = smtp.last();
    const list = `<newsletter.${site.identity.domain}>`; // RFC 2919
    expect(readHeaders(mail, 'List-Id')).toEqual([expect.stringContaining(list)]);
    expect(readHeaders(mail, 'Auto-Submitted')).toEqual([]); // A person has written it.
    for (const part of [
      'Subject: Monsoon <letter>\r\n',
      '<title>Monsoon &lt;letter&gt;</title>',
      '&lt;<a href="https://circle.example/blog"',
      `${unsubscribe}: ${link}`,
    ]) {
      expect(readMailText(mail)).toContain(part);
    }
  },
);

test('the built command line takes an edition from the standard input, and ends with an exit code', async () => {
  const { environment, read } = await openSubscribers('SQLite', 0);
  const send = ['send', '--subject', 'A', '--dry-run', '--json', '--text'];
  const { code, out } = await startCommand(environment, ...send, '-');
  expect([code, JSON.parse(out).edition]).toEqual([0, (await read(...send, edition)).edition]);
  expect(await startCommand(environment, 'delete', 'a@example.com')).toMatchObject({ code: 3 });
});

test('a preview and a test mail are the same as a subscriber’s mail, and store nothing', async () => {
  const { app, database, outbox, read, run, store, smtp } = await openSubscribers('SQLite', 1);
  const page = await makeFolder({ letter: '<h1>Monsoon</h1><img src="i.png">' });
  const send = [...words, '--html', join(page, 'letter')];
  const reader = 'reader-0@example.com'; // A subscriber's own address: the link must not unsubscribe.
  const out = expect.stringContaining(`Sent to ${reader} as a test`);
  const error = 'No reader can open "i.png"\n';
  expect(await run(...send, '--to', `\u200b${reader} `)).toMatchObject({ code: 0, out, error });
  const test = smtp.last();
  expect([test.to, readHeaders(test, 'Subject')]).toEqual([reader, ['[Test] Monsoon <letter>']]);
  const leave = await request(app).post(readLink(test, 'unsubscribe'));
  expect([leave.status, await store.stats()]).toMatchObject([200, { confirmed: 1 }]);
  const dry = await read(...send, '--dry-run');
  const shown = (await run(...send, '--dry-run')).out;
  for (const table of ['mails', 'editions', 'suppressions'])
    expect(await database.query(`SELECT * FROM newsletter_${table}`)).toEqual([]);

  await run(...send);
  await outbox.drain();
  const same = (text: string) =>
    text.replaceAll(/token=\w+/g, 'token=…').replaceAll(/--_?-[^\r\n]+|\s+/g, '');
  const [tested, sent] = [test, smtp.last()].map((mail) =>
    same(readMailText(mail).split('\r\n\r\n').slice(1).join('')),
  );
  expect(tested).toBe(sent);
  expect(shown).toMatch(/^1 would receive it; 0 have it\. Nothing was sent\.\n\nSubject: Monsoon/);
  for (const part of [dry.text, dry.html]) {
    expect(sent).toContain(same(part));
    expect(shown).toContain(part);
  }
  smtp.reject(/^reader/, '550 5.7.1 Relaying denied');
  const refused = { code: 1, error: expect.stringContaining('550 5.7.1') };
  expect(await run(...send, '--to', reader)).toMatchObject(refused);
});

test.each(storeKinds)(
  'with %s a letter with a mistake is stopped: send, pause, then resume or cancel',
  async (kind) => {
    const { database, outbox, read, run, smtp, store } = await openSubscribers(kind, 0);
    await insertConfirmed(database, 2);
    const { edition: id } = await read(...words);
    await outbox.drain();
    await insertConfirmed(database, 1, 'late');
    await run(...words);
    expect((await run('pause')).out).toMatch(/^Paused: 1 wait, 2 have it\. Mails that are on /);
    await outbox.drain();
    expect(smtp.mails).toHaveLength(2);
    const counts = { id, sent: 2, waiting: 1, pauseCode: 'operator' };
    expect((await read('stats')).editions).toEqual([expect.objectContaining(counts)]);
    expect((await run('stats')).out).toMatch(/; PAUSED since 20.*Z by the operator, then: resume /);
    const goesOn = `It is paused, so that nothing is sent: "resume ${id}"`;
    expect((await run(...words)).out).toContain(goesOn);
    expect((await run('pause')).code).toBe(3); // It is paused already.
    expect((await run('resume')).out).toMatch(/^Resumed: 1 are due, 2 have it\./);
    expect((await run('resume')).error).toMatch(/^No edition is paused\n“Monsoon/);
    await store.pauseEdition(id, '550 5.1.8'); // As the outbox does.
    expect((await run('stats')).out).toMatch(/; PAUSED .* last with 550 5\.1\.8: correct the /);

    const { out } = await run('cancel', id.slice(0, 6));
    expect(out).toContain('Cancelled: 1 will not get it, 2 have it.');
    await outbox.drain();
    expect(smtp.mails).toHaveLength(2);
    const error = expect.stringContaining('2 sent, 0 waiting, 1 given up; cancelled 20');
    for (const command of [['resume', id], ['cancel', id], words, [...words, '--dry-run']])
      expect(await run(...command)).toMatchObject({ code: 1, error });
    expect((await run('stats')).out).not.toContain('tries them again'); // Nobody can resume it.
  },
);

test('of several editions a command needs the id, and of a sent one it stops nothing', async () => {
  const { outbox, read, run } = await openSubscribers('SQLite', 1);
  const { edition: first } = await read(...words);
  expect((await run('pause', first)).code).toBe(0);
  const { edition: second } = await read('send', '--subject', 'Second', '--text', edition);
  const { code, error } = await run('cancel');
  expect([code, error]).toEqual([2, expect.stringMatching(/^Which edition\?\n“Second” /)]);
  for (const id of [first, second]) expect(error).toContain(id);
  expect((await run('pause', 'xyz')).code).toBe(3);
  await outbox.drain();
  expect((await run('cancel', second)).error).toMatch(/^Too late/);
  expect((await run('pause', second)).error).toContain('1 sent, 0 waiting');
  expect((await run('resume', second)).out).toBe('1 have it: nothing remains to be done.\n');
  expect((await run('cancel')).out).toMatch(/^Cancelled: 1 will not get it, 0 have it\./);
});

test('the output says when the last mail is expected, and stats what keeps mails waiting', async () => {
  const { database, environment, outbox, read, run, smtp } = await openSubscribers('SQLite', 12);
  await smtp.stop(); // Queueing needs no mail server.
  const runAtRate = (...command: string[]) =>
    runCommand({ ...environment, MAIL_RATE: '100/h' }, ...command);
  const { endsAt, ...counts } = JSON.parse((await runAtRate(...words, '--json')).out);
  expect(counts).toMatchObject({ queued: 12, total: 12, sent: 0 });
  expect(Math.round((Date.parse(endsAt) - Date.now()) / minute)).toBe(7); // 12 × 36 s
  expect((await runAtRate(...words)).out).toMatch(
    /^0 queued now, 12 in all: 0 sent, 12 waiting, .* until 20.*MAIL_RATE=100/,
  );
  expect((await run(...words)).out).toContain('as fast as the mail server takes them');
  await outbox.drain();
  expect((await run('stats')).out).toMatch(/^NOTHING IS SENT since 20.*ECONNREFUSED/m);

  const change = async (set: string, where: string) =>
    database.query(`UPDATE newsletter_mails SET ${set} WHERE ${where}`);
  await change("attempts = 1, code = '451 4.7.1'", 'id > (SELECT MIN(id) FROM newsletter_mails)');
  const { out } = await run('stats');
  expect(out).toMatch(/^“Monsoon <letter>” \(\w+\): 0 sent, 12 waiting, 0 given up$/m);
  expect(out).toMatch(/^mails deferred: 11 × 451 4\.7\.1.*\n.* set MAIL_RATE\.$/m);
  expect((await runAtRate('stats')).out).not.toContain('set MAIL_RATE'); // It is set.
  await change("code = '421'", 'id IN (SELECT id FROM newsletter_mails ORDER BY id DESC LIMIT 2)');
  expect((await run('stats')).out).not.toContain('set MAIL_RATE'); // Nine may be anything.
  await change("state = 'given-up'", 'attempts > 0');
  expect((await run('stats')).out).toMatch(/^mails given up .*: 9 × 451 4\.7\.1, 2 × 421$/m);

  const would = await read(...words, '--dry-run');
  expect(would).toMatchObject({ queued: 12, wouldReceive: 1 });
  await database.query('UPDATE newsletter_editions SET closed_at = 1');
  const error = expect.stringContaining('This edition was closed on 1970-01-01');
  for (const more of [[], ['--dry-run']])
    expect(await run(...words, ...more)).toMatchObject({ code: 1, error });
});
