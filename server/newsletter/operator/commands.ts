import { describeError } from '../../describe-error.ts';
import { deleteCapturedMails } from '../mail/captured-mails.ts';
import { StoreUnavailable } from '../store/store.ts';
import { countUnrecognised } from '../store-and-outbox.ts';
import { makeTestEdition } from './check-settings.ts';
import {
  type Command,
  CommandFailure,
  type CommandInput,
  exitCodes,
  failUsage,
  printError,
  readAddress,
} from './command.ts';
import { formatEdition, formatProblems } from './delivery-problems.ts';
import { readEdition } from './edition.ts';
import { findEditionFaults } from './edition-faults.ts';
import { exportPerson, exportSubscribers, identifyPerson } from './export-subscribers.ts';
import { sendEdition, sendTest, sendTestEdition } from './send-edition.ts';

export const commands = {
  stats: async ({ store, keys, mailRate, operands, print }) => {
    if (operands.length > 0) failUsage('stats takes no arguments');
    const unrecognised = await countUnrecognised(store, keys);
    const stats = { ...(await store.stats()), unrecognised };
    const problems = await store.getDeliveryProblems();
    const editions = await store.listEditions();
    const rows: readonly (readonly [string, number])[] = [
      ['confirmed', stats.confirmed],
      ['waiting for confirmation', stats.pending],
      ['suppressed: unsubscribed', stats.suppressed.unsubscribed],
      ['suppressed: bounced', stats.suppressed.bounced],
      ['suppressed: by the operator', stats.suppressed.operator],
      ['of these: secret is missing', unrecognised],
      ['mails waiting', stats.waiting],
      ['oldest of them, seconds', stats.oldestSeconds],
      ['editions paused', stats.paused],
      ['mails given up', stats.givenUp],
    ];
    const lines = rows.map(
      ([label, count]) => `${label.padEnd(30)} ${count.toLocaleString('en-US').padStart(12)}`,
    );
    const named = [...editions.map(formatEdition), ...formatProblems(problems, mailRate)];
    print({ ...stats, editions, problems }, [...lines, ...named].join('\n'));
    return exitCodes.done;
  },

  export: async (input) => {
    if (input.operands.length === 0) return exportSubscribers(input);
    if (input.flags.confirmed) failUsage('export takes an address or --confirmed, not both');
    return exportPerson(readKey(input), input);
  },

  delete: async (input) => {
    const key = readKey(input);
    const { store, keys, mailFolder } = input;
    // Deletes the fingerprint too, so that nothing shows that this person was known.
    const wasStored = await store.deletePerson(identifyPerson(keys, key));
    const mails = await deleteCapturedMails(mailFolder, key);
    const deleted = wasStored || mails > 0;
    input.print({ deleted }, deleted ? 'Deleted' : 'Not known');
    return deleted ? exitCodes.done : exitCodes.notFound;
  },

  suppress: async (input) => {
    const key = readKey(input);
    const { store, keys } = input;
    if (!input.flags.lift) {
      await store.suppress(key, keys.hashAddress(key));
      input.print({ suppressed: true }, 'Suppressed: nothing is sent to it');
      return exitCodes.done;
    }
    const lifted = await store.liftSuppression(keys.hashAddressByAll(key));
    input.print({ lifted }, lifted ? 'Lifted' : 'Not known');
    return lifted ? exitCodes.done : exitCodes.notFound;
  },

  resume: async ({ store, operands, print }) => {
    if (operands.length > 0) failUsage('resume takes no arguments: it resumes everything');
    const editions = await store.listEditions();
    const paused = editions.filter(({ pausedAt }) => pausedAt !== null);
    let resumed = 0;
    for (const { id } of paused) resumed += await store.resumeEdition(id);
    print({ resumed }, `${resumed} mails wait`);
    return exitCodes.done;
  },

  backup: async ({ store, operands, print }) => {
    const [file, ...more] = operands;
    if (file === undefined || more.length > 0)
      return failUsage('backup takes the name of a file that does not exist yet');
    const isWritten = await store.backUp(file).catch((error: unknown) => {
      const reason = error instanceof StoreUnavailable ? error.cause : error; // Of the copy, not of our database.
      throw new CommandFailure(`${file}: ${describeError(reason)}`);
    });
    if (!isWritten) {
      throw new CommandFailure('DATABASE_URL is set: PostgreSQL is backed up with pg_dump');
    }
    print({ file }, `Backed up to ${file}`);
    return exitCodes.done;
  },

  send: async (input) => {
    const { flags, operands } = input;
    if (flags.subject === undefined || flags.text === undefined || operands.length > 0)
      return failUsage(
        'send takes --subject "…" --text FILE, and optionally --html FILE, and --to ADDRESS or --dry-run',
      );
    if (flags.to !== undefined && flags['dry-run'])
      failUsage('send takes --to or --dry-run, not both');
    const { subject, text, html, to } = flags;
    const edition = await readEdition({ subject, text, html }, input.siteName);
    const faults = findEditionFaults(edition, input);
    for (const fault of faults) printError(fault);
    if (to === undefined) return sendEdition(edition, { ...input, faults });
    return sendTestEdition(edition, readAddress(to), input);
  },

  /** Sends the mail of `--to`. `command-line.ts` has checked the settings. */
  'check-settings': async (input) => {
    const address = readAddress(input.flags.to ?? '');
    await sendTest(makeTestEdition(input.siteName), address, input);
    input.print({ to: address }, `A test mail was sent to ${address}`);
    return exitCodes.done;
  },
} satisfies Record<string, Command>;

function readKey({ operands }: CommandInput): string {
  const [text = '', ...others] = operands;
  return readAddress(others.length === 0 ? text : '').toLowerCase();
}
