import { join } from 'node:path';
import { expect, test } from 'vitest';
import { minute } from '#shared/dates/durations.ts';
import { edition, openSubscribers } from '../../../helpers/newsletter/newsletter-command.ts';
import { makeFolder } from '../../../helpers/until-test-ends.ts';

/* The output of `send`; send.test.ts tests the mails. */

const words = ['send', '--subject', 'Monsoon <letter>', '--text', edition];
const slow = { timeout: 60_000 }; // milliseconds

test(
  'the output explains the remaining mails, and mails that the server will send itself do not fail the command',
  slow,
  async () => {
    const { database, read, run, smtp, store } = await openSubscribers('SQLite', 3);
    smtp.reject(/^reader-0@/, '550 5.1.1 No such user');
    const nothing = expect.stringMatching(/\(550 5\.1\.1\)\nNothing remains to be done\.\n$/);
    for (const sent of [2, 0]) {
      const { code, out, error } = await run(...words, '--json');
      expect([code, JSON.parse(out)]).toMatchObject([0, { sent, total: 2, remaining: 1 }]);
      expect(error).toEqual(nothing);
    }
    expect((await run('stats')).out).toMatch(
      /“Monsoon <letter>” \(\w+\): 2 sent, 1 waiting, 0 given/,
    );
    const change = "UPDATE newsletter_outbox SET state = 'given-up' WHERE code IS NOT NULL";
    await database.query(change);
    await database.query('UPDATE newsletter_subscribers SET bounce_days = 0');
    const givenUp = await run(...words);
    expect(givenUp).toMatchObject({ code: 0, out: '0 sent now, 2 in all, 1 not yet.\n' });
    expect(givenUp.error).toContain('1 given up: "resume" tries again (550 5.1.1)');

    await store.slowDown('451 4.7.1', { first: minute, max: minute, isProbe: false });
    const next = ['send', '--subject', 'Next', '--text', edition];
    const busy = await run(...next);
    expect(busy).toMatchObject({ code: 0, out: '0 sent now, 0 in all, 3 not yet.\n' });
    expect(busy.error).toMatch(/^3 not tried yet$/m);
    expect(busy.error).toMatch(
      /accepts no more mails for a time \(451 4\.7\.1\).*nothing has to be/,
    );
    expect((await run('stats')).out).toContain('accepts no more mails for a time (451 4.7.1)');

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
