import { expect, test } from 'vitest';
import { edition, runCommand } from '../../helpers/newsletter-command.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

test.each([
  [[], 'Which command?'],
  [['sing'], 'There is no command sing'],
  [['stats', '--loud'], "Unknown option '--loud'"],
  [['delete'], 'Give one full email address'],
  [['export', 'nobody'], 'Give one full email address'],
  [['send'], 'send takes --subject'],
  [['resume', 'all'], 'resume takes no words'],
  [['send', '--subject', 'a\nBcc: b@c.de', '--text', edition], 'The subject must be one line'],
  [['send', '--subject', 'A', '--text', `${edition}.missing`], 'ENOENT'],
])('%j ends with 2 and says why', async (words, why) => {
  const { code, error } = await runCommand({ DATA_DIR: await makeFolder() }, ...words);
  expect([code, error.split('\n')[0]]).toEqual([2, expect.stringContaining(why)]);
});

test('where there has never been a newsletter it says so and ends with 1', async () => {
  const { code, error } = await runCommand(
    { MAIL: 'off', DATA_DIR: `${await makeFolder()}/none` },
    'stats',
  );
  const text = 'MAIL is off, and there is no newsletter here, or its secret is missing\n';
  expect([code, error]).toEqual([1, text]);
});
