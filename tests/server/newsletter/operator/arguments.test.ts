import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commands } from '#server/newsletter/operator/commands.ts';
import { edition, runCommand } from '../../../helpers/newsletter/newsletter-command.ts';
import { makeFolder } from '../../../helpers/until-test-ends.ts';

test.each([
  [[], 'Which command?'],
  [['sing'], 'There is no command sing'],
  [['stats', '--loud'], "Unknown option '--loud'"],
  [['delete'], 'Give one full email address'],
  [['send'], 'send takes --subject'],
  [['stats', 'all'], 'stats does not take all'],
  [['pause', '0f', '1e'], 'pause does not take 1e'],
  [['backup'], 'backup takes the name of a file'],
  [['export', 'a@example.com', '--confirmed'], 'not both'],
  [['send', '--subject', 'A', '--text', edition, '--to', 'asha'], 'Give one full email address'],
  [['send', '--subject', 'A', '--text', edition, '--to', 'a@b.co', '--dry-run'], 'not both'],
  [['check-settings', '--to', 'asha'], 'Give one full email address'],
  [['delete', '--dry-run', 'asha@example.com'], 'delete does not take --dry-run'],
  [['send', '--subject', 'a\nBcc: b@c.de', '--text', edition], 'The subject must be one line'],
  [['send', '--subject', 'A', '--text', `${edition}.missing`], 'ENOENT'],
  [['send', '--subject', 'A', '--text', '.github/home.webp'], 'home.webp is not UTF-8'],
  [['send', '--subject', 'A', '--text', edition, '--html', '.github/home.webp'], 'not UTF-8'],
  [['send', '--subject', 'A', '--text', edition, '--html', '/dev/null'], '/dev/null is empty'],
])('%j ends with 2 and says why', async (words, why) => {
  const DATA_DIR = await makeFolder({ 'newsletter.sqlite': '' });
  const { code, error } = await runCommand({ DATA_DIR, MAIL: 'capture' }, ...words);
  expect([code, error.split('\n')[0]]).toEqual([2, expect.stringContaining(why)]);
});

test('a wrong option is named in one line, above the usage of its command', async () => {
  const { error } = await runCommand({}, 'suppress', 'asha@example.com', '--loud');
  expect(error).toMatch(
    /^Unknown option '--loud'\n\nUsage: .*\n\n {2}suppress ADDRESS \[--lift\]\n/,
  );
  expect(error).not.toContain('export');
  const help = (await runCommand({}, '--help')).out;
  for (const name of Object.keys(commands)) expect(help).toContain(`\n  ${name}`);
});

test('without the variables of the server nothing is sent, because a second run could not continue', async () => {
  const DATA_DIR = await makeFolder({ 'newsletter.sqlite': '' });
  const words = ['send', '--subject', 'A', '--text', edition];
  const { code, error } = await runCommand({ DATA_DIR }, ...words);
  expect([code, error]).toEqual([2, expect.stringMatching(/^Set the variables of the server/)]);
});

const noDatabase = /^There is no database in DATA_DIR \(.+\/data\): .+\n$/;
const database = { 'data/newsletter.sqlite': '' };

test.each([
  ['capture', { 'data/other': '' }, noDatabase],
  ['off', { 'data/other': '' }, noDatabase],
  ['off', database, /^MAIL is off, and the newsletter’s secret is missing\n$/],
  ['off', { ...database, 'data/secret': 'abc\n' }, /^DATA_DIR .+ is damaged: .+\n$/],
])(
  'with MAIL=%s and %j the command ends with 1, says why and creates no file',
  async (MAIL, files, line) => {
    const folder = await makeFolder(files);
    const { code, error } = await runCommand({ MAIL, DATA_DIR: `${folder}/data` }, 'stats');
    expect([code, error]).toEqual([1, expect.stringMatching(line)]);
    const left = readdirSync(folder, { recursive: true }).filter((name) => name !== 'data');
    expect(left).toEqual(Object.keys(files));
  },
);
