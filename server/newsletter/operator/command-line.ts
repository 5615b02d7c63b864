import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Logger } from 'pino';
import { parseConfig, readEnvironment } from '../../config.ts';
import { describeError, findErrorCode } from '../../describe-error.ts';
import { StoreUnavailable } from '../store/store.ts';
import { createStoreAndOutbox, hasKeys } from '../store-and-outbox.ts';
import { checkSettings, readSecrets } from './check-settings.ts';
import {
  CommandFailure,
  type ExitCode,
  exitCodes,
  failUsage,
  flagOptions,
  printError,
  readAddress,
} from './command.ts';
import { commands } from './commands.ts';

const usage = `Usage: node dist/server/newsletter.js COMMAND

  stats                       counts of subscribers and mails, the age of the oldest waiting mail, and
                              what was rejected or is paused
  export ADDRESS              everything that is stored about one person
  export --confirmed          the confirmed subscribers as CSV, for mailing tools
  export                      all subscribers, also those who have not confirmed
  delete ADDRESS              deletes everything that is stored about one person
  suppress ADDRESS [--lift]   stops all mail to this address, or allows it again
  resume                      tries again what is postponed, paused or given up, after the cause is corrected
  backup FILE                 copies the embedded database while the server runs
  send --subject "…" --text FILE [--html FILE] [--to ADDRESS | --dry-run]
                              sends an edition to all confirmed subscribers; run it again after a
                              crash or a pause: it is sent twice only to those whose mails were in
                              flight. --text - reads the standard input; --to sends it to this
                              address only, as a test; --dry-run counts, and writes a preview into
                              files
  check-settings [--to ADDRESS]
                              checks variables, database and login at the mail server before a start,
                              and changes nothing; --to also sends a test mail

  --json                      for scripts
  --help                      shows this
Exit codes: 0 done, 1 failed, 2 wrong arguments, 3 no such address`;

/** Runs the command that the process's arguments name. */
export async function runCommandLine(logger: Logger): Promise<ExitCode> {
  process.stdout.on('error', (error) => {
    if (findErrorCode(error) === 'EPIPE') process.exit(exitCodes.done); // The reader of a pipe may stop early, as `head` does.
    printError(describeError(error));
    process.exit(exitCodes.failed);
  });
  if (process.argv.includes('--help')) {
    process.stdout.write(`${usage}\n`);
    return exitCodes.done;
  }
  try {
    return await runCommand(logger);
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

async function runCommand(logger: Logger): Promise<ExitCode> {
  const { name, operands, flags } = readArguments();
  const environment = readEnvironment();
  const parsed = parseConfig(environment);
  if ('mistakes' in parsed) throw new CommandFailure(parsed.mistakes.join('\n'), exitCodes.usage);
  const { config } = parsed;
  const { databaseUrl, databaseFile, dataDirectory, isConfigured } = config.newsletter;
  const print = (value: unknown, text: string) =>
    void process.stdout.write(`${flags.json ? JSON.stringify(value) : text}\n`);
  const isCheck = name === 'check-settings';
  if (isCheck) {
    if (operands.length > 0) failUsage('check-settings takes an address behind --to only');
    if (flags.to !== undefined) readAddress(flags.to);
    const code = await checkSettings(config, environment, print);
    if (flags.to === undefined || code !== exitCodes.done) return code;
  }
  if (name === 'send' && !isConfigured) {
    throw new CommandFailure(
      'Set the variables of the server, such as SMTP_URL: without them the mails would become files, and could not be sent any more. MAIL=capture does that on purpose',
      exitCodes.usage,
    );
  }
  // Only the server creates the file. A command that created one would hide a mistyped DATA_DIR.
  if (!isCheck && databaseUrl === undefined && !existsSync(databaseFile)) {
    throw new CommandFailure(
      `There is no database in DATA_DIR (${dataDirectory}): set DATA_DIR to the folder of the server, which creates it, and use an account that may read it`,
    );
  }
  const localOrigin = `http://localhost:${config.port}`;
  const hasLocalOrigin = config.newsletter.mode === 'capture' && !config.hasOrigin;
  const opened = await createStoreAndOutbox({
    // The server makes the secret, not a check.
    settings: isCheck
      ? { ...config.newsletter, secrets: await readSecrets(config.newsletter) }
      : config.newsletter,
    site: config.site,
    getOrigin: () => (hasLocalOrigin ? localOrigin : config.site.origin),
    logger,
    print: (text) => void (flags.to === undefined || process.stderr.write(text)),
  }).catch((error: unknown) => {
    throw new CommandFailure(`DATA_DIR ${dataDirectory} cannot be used: ${describeError(error)}`);
  });
  if (!hasKeys(opened)) {
    const reason = isCheck ? 'nothing can be sent' : 'the newsletter’s secret is missing';
    throw new CommandFailure(`MAIL is off, and ${reason}`);
  }
  try {
    if (!isCheck) await opened.ready();
    return await commands[name]({
      ...opened,
      siteName: config.site.name,
      operands,
      flags,
      print,
    });
  } finally {
    opened.mailer?.close();
    await opened.close();
  }
}

function readArguments() {
  try {
    const { values: flags, positionals } = parseArgs({
      allowPositionals: true,
      options: flagOptions,
    });
    const [name = '', ...operands] = positionals;
    if (!isCommand(name)) throw new Error(name ? `There is no command ${name}` : 'Which command?');
    const own = ['json', ...(flagsOf[name] ?? [])];
    const wrong = Object.keys(flags).find((flag) => !own.includes(flag));
    if (wrong !== undefined) throw new Error(`${name} does not take --${wrong}`);
    return { name, operands, flags };
  } catch (error) {
    const [mistake] = describeError(error).split(/\.(?:\s|$)/, 1); // Node's advice follows its first sentence.
    const name = process.argv.find(isCommand);
    throw new CommandFailure(`${mistake}\n\n${findUsage(name)}`, exitCodes.usage);
  }
}

/** The lines about a command, or about all. */
function findUsage(name: string | undefined): string {
  const entries = usage.match(/^ {2}\w.*(?:\n {20}.*)*/gm) ?? [];
  return entries.filter((entry) => entry.startsWith(`  ${name} `)).join('\n') || usage;
}

/** The flags that a command takes besides `--json`: `delete --dry-run` must not delete. */
const flagsOf: Readonly<Partial<Record<keyof typeof commands, readonly string[]>>> = {
  export: ['confirmed'],
  suppress: ['lift'],
  send: ['dry-run', 'subject', 'text', 'html', 'to'],
  'check-settings': ['to'],
};

function isCommand(name: string): name is keyof typeof commands {
  return Object.hasOwn(commands, name);
}
