import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Logger } from 'pino';
import { parseConfig } from '../../config.ts';
import { describeError } from '../../describe-error.ts';
import { StoreUnavailable } from '../store/store.ts';
import { createStoreAndOutbox, hasKeys } from '../store-and-outbox.ts';
import { checkSettings } from './check-settings.ts';
import {
  CommandFailure,
  type CommandInput,
  exitCodes,
  failUsage,
  flagOptions,
  type OpenedInput,
  printError,
} from './command.ts';
import { deletePerson, exportData, suppress } from './people.ts';
import { cancelEdition, pauseEdition, resumeEdition, send } from './send-edition.ts';
import { printStats } from './stats.ts';

interface Command {
  /** What follows the name. It decides which operand and flags the command takes. */
  readonly usage: string;
  readonly help: string;
  /** Resolves to false for an address that is not known. */
  readonly run: (input: CommandInput) => Promise<unknown>;
}

export const commands: Readonly<Record<string, Command>> = {
  stats: {
    usage: '',
    help: 'counts subscribers and mails, and lists the editions and what keeps mails waiting',
    run: withStore(printStats),
  },
  export: {
    usage: '[ADDRESS | --confirmed]',
    help: 'all data of one person, the confirmed subscribers as CSV for mailing tools, or all subscribers',
    run: withStore(exportData),
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
};

/** Runs the command that these arguments name. Returns its exit code. */
export async function runCommandLine(
  words: string[],
  environment: CommandInput['environment'],
  logger: Logger,
): Promise<number> {
  if (words.includes('--help')) {
    process.stdout.write(`${formatUsage(Object.keys(commands))}\n`);
    return exitCodes.done;
  }
  try {
    const { command, operand, flags } = readArguments(words);
    const parsed = parseConfig(environment);
    if ('mistakes' in parsed) return failUsage(parsed.mistakes.join('\n'));
    const print = (value: unknown, text: string) =>
      void process.stdout.write(`${flags.json ? JSON.stringify(value) : text}\n`);
    const known = await command.run({ ...parsed, environment, logger, operand, flags, print });
    return known === false ? exitCodes.notFound : exitCodes.done;
  } catch (error) {
    if (error instanceof CommandFailure) {
      printError(error.message);
      return error.exitCode;
    }
    if (!(error instanceof StoreUnavailable)) throw error;
    printError(`The database cannot be used: ${describeError(error.cause)}`);
    return exitCodes.failed;
  }
}

/** Parses the arguments by the `usage` of their command: `delete --dry-run` must not delete. */
function readArguments(args: string[]) {
  try {
    const options = { args, allowPositionals: true, options: flagOptions } as const;
    const { values: flags, positionals } = parseArgs(options);
    const [name = '', operand, ...more] = positionals;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new Error(name ? `There is no command ${name}` : 'Which command?');
    const wrong = Object.keys(flags).find(
      (flag) => flag !== 'json' && !command.usage.includes(`--${flag}`),
    );
    if (wrong !== undefined) throw new Error(`${name} does not take --${wrong}`);
    const tooMuch = /^\[?[A-Z]/.test(command.usage) ? more[0] : operand;
    if (tooMuch !== undefined) throw new Error(`${name} does not take ${tooMuch}`);
    return { command, operand, flags };
  } catch (error) {
    const [mistake] = describeError(error).split(/\.(?:\s|$)/, 1); // Node's advice follows its first sentence.
    const names = Object.keys(commands);
    const named = args.find((word) => names.includes(word));
    return failUsage(`${mistake}\n\n${formatUsage(named === undefined ? names : [named])}`);
  }
}

function formatUsage(names: readonly string[]): string {
  const lines = Object.entries(commands)
    .filter(([name]) => names.includes(name))
    .map(([name, { usage, help }]) => `${`  ${name} ${usage}`.trimEnd()}\n      ${help}`);
  return `Usage: node dist/server/newsletter.js COMMAND [--json]\n\n${lines.join('\n')}\n
--json prints for scripts. Exit codes: 0 done, 1 failed, 2 wrong arguments, 3 no such address or edition`;
}

/** Opens the newsletter for a command, and closes it after the command. */
function withStore(run: (input: OpenedInput) => Promise<unknown>) {
  return async (input: CommandInput) => {
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
}
