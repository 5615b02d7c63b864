import { existsSync } from 'node:fs';
import { describeError } from '../../describe-error.ts';
import { deleteCapturedMails } from '../mail/captured-mails.ts';
import { StoreUnavailable } from '../store/store.ts';
import { createStoreAndOutbox, hasKeys } from '../store-and-outbox.ts';
import { checkSettings } from './check-settings.ts';
import {
  CommandFailure,
  type CommandInput,
  type ExitCode,
  exitCodes,
  failUsage,
  type OpenedInput,
  readAddress,
} from './command.ts';
import { exportPerson, exportSubscribers, identifyPerson } from './export-subscribers.ts';
import { send } from './send-edition.ts';
import { printStats } from './stats.ts';
import { cancelEdition, pauseEdition, resumeEdition } from './stop-edition.ts';

interface Command {
  /** What follows the name. It decides which operand and flags the command takes. */
  readonly usage: string;
  readonly help: string;
  readonly run: (input: CommandInput) => Promise<ExitCode>;
}

export const commands = {
  stats: {
    usage: '',
    help: 'counts subscribers and mails, and lists the editions and what keeps mails waiting',
    run: withStore(printStats),
  },
  export: {
    usage: '[ADDRESS | --confirmed]',
    help: 'all data of one person, the confirmed subscribers as CSV for mailing tools, or all subscribers',
    run: withStore((input) => {
      if (input.operand === undefined) return exportSubscribers(input);
      if (input.flags.confirmed) failUsage('export takes an address or --confirmed, not both');
      return exportPerson(readKey(input), input);
    }),
  },
  delete: {
    usage: 'ADDRESS',
    help: 'deletes all data of one person',
    run: withStore(deletePerson),
  },
  suppress: {
    usage: 'ADDRESS [--lift]',
    help: 'stops all mail to an address, or allows it again',
    run: withStore(suppress),
  },
  send: {
    usage: '--subject "…" --text FILE [--html FILE] [--to ADDRESS | --dry-run]',
    help: 'queues an edition for all confirmed subscribers; --to sends a test, --dry-run prints a preview; --text - reads the standard input',
    run: withStore(send),
  },
  pause: {
    usage: '[EDITION]',
    help: 'holds the edition that is being sent, or the one with the id of stats',
    run: withStore(pauseEdition),
  },
  resume: {
    usage: '[EDITION]',
    help: 'goes on with a paused edition, and tries again what was given up',
    run: withStore(resumeEdition),
  },
  cancel: {
    usage: '[EDITION]',
    help: 'gives up the mails of an edition that wait',
    run: withStore(cancelEdition),
  },
  backup: {
    usage: 'FILE',
    help: 'copies the embedded database while the server runs',
    run: withStore(backUp),
  },
  'check-settings': {
    usage: '[--to ADDRESS]',
    help: 'checks the variables before a start and changes nothing; --to also sends a test mail',
    run: checkSettings,
  },
} satisfies Record<string, Command>;

/** Opens the newsletter for a command, and closes it after the command. */
function withStore(run: (input: OpenedInput) => Promise<ExitCode>) {
  return async (input: CommandInput): Promise<ExitCode> => {
    const { config, logger } = input;
    const { databaseUrl, databaseFile, dataDirectory } = config.newsletter;
    // Only the server creates the file. A command that created one would hide a mistyped DATA_DIR.
    if (databaseUrl === undefined && !existsSync(databaseFile)) {
      throw new CommandFailure(
        `There is no database in DATA_DIR (${dataDirectory}): set DATA_DIR to the folder of the server, which creates it, and use an account that may read it`,
      );
    }
    const opened = await createStoreAndOutbox({
      settings: config.newsletter,
      site: config.site,
      origin: config.linkOrigin,
      logger,
      print: (text) => void process.stderr.write(text),
    }).catch((error: unknown) => {
      throw new CommandFailure(`DATA_DIR ${dataDirectory} cannot be used: ${describeError(error)}`);
    });
    if (!hasKeys(opened))
      throw new CommandFailure('MAIL is off, and the newsletter’s secret is missing');
    try {
      await opened.ready();
      return await run({ ...input, ...opened });
    } finally {
      opened.mailer?.close();
      await opened.close();
    }
  };
}

async function deletePerson(input: OpenedInput) {
  const key = readKey(input);
  const { store, keys, mailFolder } = input;
  // Deletes the fingerprint too, so that nothing shows that this person was known.
  const wasStored = await store.deletePerson(identifyPerson(keys, key));
  const mails = await deleteCapturedMails(mailFolder, key);
  const deleted = wasStored || mails > 0;
  input.print({ deleted }, deleted ? 'Deleted' : 'Not known');
  return deleted ? exitCodes.done : exitCodes.notFound;
}

async function suppress(input: OpenedInput) {
  const key = readKey(input);
  const { store, keys, flags, print } = input;
  if (!flags.lift) {
    await store.suppress(key, keys.hashAddress(key));
    print({ suppressed: true }, 'Suppressed: nothing is sent to it');
    return exitCodes.done;
  }
  const lifted = await store.liftSuppression(keys.hashAddressByAll(key));
  print({ lifted }, lifted ? 'Lifted' : 'Not known');
  return lifted ? exitCodes.done : exitCodes.notFound;
}

async function backUp({ store, operand: file, print }: OpenedInput) {
  if (file === undefined)
    return failUsage('backup takes the name of a file that does not exist yet');
  const isWritten = await store.backUp(file).catch((error: unknown) => {
    const reason = error instanceof StoreUnavailable ? error.cause : error; // Of the copy, not of our database.
    throw new CommandFailure(`${file}: ${describeError(reason)}`);
  });
  if (!isWritten)
    throw new CommandFailure('DATABASE_URL is set: PostgreSQL is backed up with pg_dump');
  print({ file }, `Backed up to ${file}`);
  return exitCodes.done;
}

const readKey = ({ operand }: CommandInput) => readAddress(operand).toLowerCase();
