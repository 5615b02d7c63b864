import { join } from 'node:path';
import { expect, test } from 'vitest';
import { minute } from '#shared/dates/durations.ts';
import {
  edition,
  openSubscribers,
  runCommand,
} from '../../../helpers/newsletter/newsletter-command.ts';
import { makeFolder } from '../../../helpers/until-test-ends.ts';

/* The output of `send`; send.test.ts tests the mails. */

const words = ['send', '--subject', 'Monsoon <letter>', '--text', edition];
const slow = { timeout: 180_000 }; // milliseconds

test(
  'the output says when the last mail is expected, and stats what happened to each',
  slow,
  async () => {
    const made = await openSubscribers('SQLite', 12);
    const { database, environment, outbox, read, run, smtp } = made;
    await smtp.stop(); // Queueing needs no mail server.
    const queued = await runCommand({ ...environment, MAIL_RATE: '100/h' }, ...words, '--json');
    const { endsAt, ...counts } = JSON.parse(queued.out);
    expect(counts).toMatchObject({ queued: 12, total: 12, sent: 0 });
    expect(Math.round((Date.parse(endsAt) - Date.now()) / minute)).toBe(7); // 12 × 36 s
    const again = await runCommand({ ...environment, MAIL_RATE: '100/h' }, ...words);
    expect(again.out).toMatch(
      /^0 queued now, 12 in all, 0 of them sent\. .* those that wait .* until 20.*MAIL_RATE=100/,
    );
    expect((await run(...words)).out).toContain('as fast as the mail server takes them');
    await smtp.start();

    const ask = async () => (await run('stats')).out;
    smtp.reject(/^reader-\d@/, '451 4.7.1 <reader@example.com>: too many mails');
    await outbox.drain();
    expect(await ask()).toMatch(
      /“Monsoon <letter>” \(\w+\): 2 sent, 10 waiting, 0 given up, 0 perhaps/,
    );
    expect(await ask()).toMatch(/^mails deferred: 10 × 451 4\.7\.1\n.* set MAIL_RATE\.$/m);
    const change =
      "UPDATE newsletter_outbox SET code = '421' WHERE id IN (SELECT MIN(id) FROM newsletter_outbox WHERE code IS NOT NULL)";
    await database.query(change);
    expect(await ask()).not.toContain('MAIL_RATE'); // Nine may be anything.
    await database.query("UPDATE newsletter_outbox SET state = 'given-up' WHERE code IS NOT NULL");
    expect(await ask()).toContain(
      'mails given up ("resume" tries them again): 9 × 451 4.7.1, 1 × 421',
    );

    const { edition: id } = await read(...words, '--dry-run');
    const close = 'UPDATE newsletter_editions SET closed_at = 1, unsent = 2';
    await database.query(`${close} WHERE id = '${id}'`);
    const resumed = `“Monsoon <letter>” (${id}) was closed on 1970-01-01: 2 mails`;
    expect((await run('resume')).out).toContain(resumed);
    const error = expect.stringContaining('This edition was closed on 1970-01-01');
    for (const more of [[], ['--dry-run']]) {
      expect(await run(...words, ...more)).toMatchObject({ code: 1, error });
    }
  },
);

test(
  'links and pictures that no reader could open are listed before an edition is sent',
  slow,
  async () => {
    const { read, run } = await openSubscribers('SQLite', 0);
    const closed = [
      ...['/events', 'a.png', '//cdn.example.org/b.png', 'http://localhost:3000/', ''],
      ...['file:///home/c.png', 'data:image/png;base64,AAAA', 'cid:d', 'http://192.168.0.7/e'],
    ];
    const opened = [
      ...['https://example.org/', 'http://example.org/a,b', 'mailto:a@example.org', 'tel:+49301'],
      ...['#part', 'https://[2001:db8::1]/'],
    ];
    const link = (address: string) => `<a href="${address}">a</a>`;
    const others = [
      '<img src="i.png" srcset="https://example.org/1.png 1x, s.png 2x">',
      '<table><tr><td background="t.png"></td></tr></table><p style="background:url(\'p.png\')">p</p>',
      '<style>body{background:url(https://example.org/b.png)} p{background:url("q.png")}</style>',
    ];
    const page = [...opened, ...closed].map(link).join('') + others.join('');
    const letter = 'Dear readers\n\nhttp://127.0.0.1:3000/f and https://example.org/g';
    const folder = await makeFolder({
      'a.txt': letter,
      'a.html': page,
      'b.html': 'é'.repeat(50_000),
    });
    const sendIt = (html: string) => [
      ...['send', '--subject', 'A', '--text', join(folder, 'a.txt')],
      ...['--html', join(folder, html), '--dry-run'],
    ];
    const { faults } = await read(...sendIt('a.html'));
    expect(faults).toEqual([
      'No reader can open "http://127.0.0.1:3000/f", "/events", "a.png", "//cdn.example.org/b.png", "http://localhost:3000/" and 10 more',
    ]);
    const { error } = await run(...sendIt('b.html'));
    expect(error).toMatch(/^The HTML has 101 kB: Gmail hides .*\nNo reader can open "http:/);
    expect((await run(...words, '--dry-run')).error).toBe('');
  },
);
