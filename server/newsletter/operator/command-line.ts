import { parseArgs } from 'node:util';
import type { Logger } from 'pino';
import { parseConfig, readEnvironment } from '../../config.ts';
import { describeError, findErrorCode } from '../../describe-error.ts';
import { StoreUnavailable } from '../store/store.ts';
import { CommandFailure, type ExitCode, exitCodes, flagOptions, printError } from './command.ts';
import { commands } from './commands.ts';

/** Runs the command that the process's arguments name. */
export async function runCommandLine(logger: Logger): Promise<ExitCode> {
  process.stdout.on('error', (error) => {
    if (findErrorCode(error) === 'EPIPE') process.exit(exitCodes.done); // The reader of a pipe may stop early, as `head` does.
    printError(describeError(error));
    process.exit(exitCodes.failed);
  });
  if (process.argv.includes('--help')) {
    process.stdout.write(`${formatUsage(Object.keys(commands))}\n`);
    return exitCodes.done;
  }
  try {
    const { command, operand, flags } = readArguments();
    const environment = readEnvironment();
    const parsed = parseConfig(environment);
    if ('mistakes' in parsed) throw new CommandFailure(parsed.mistakes.join('\n'), exitCodes.usage);
    const print = (value: unknown, text: string) =>
      void process.stdout.write(`${flags.json ? JSON.stringify(value) : text}\n`);
    return await command.run({ ...parsed, environment, logger, operand, flags, print });
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
function readArguments() {
  const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name);
  try {
    const { values: flags, positionals } = parseArgs({
      allowPositionals: true,
      options: flagOptions,
    });
    const [name = '', operand, ...more] = positionals;
    if (!isCommand(name)) throw new Error(name ? `There is no command ${name}` : 'Which command?');
    const { usage } = commands[name];
    const wrong = Object.keys(flags).find(
      (flag) => flag !== 'json' && !usage.includes(`--${flag}`),
    );
    if (wrong !== undefined) throw new Error(`${name} does not take --${wrong}`);
    const tooMuch = /^\[?[A-Z]/.test(usage) ? more[0] : operand;
    if (tooMuch !== undefined) throw new Error(`${name} does not take ${tooMuch}`);
    return { command: commands[name], operand, flags };
  } catch (error) {
    const [mistake] = describeError(error).split(/\.(?:\s|$)/, 1); // Node's advice follows its first sentence.
    const named = process.argv.filter(isCommand).slice(0, 1);
    const usage = formatUsage(named.length > 0 ? named : Object.keys(commands));
    throw new CommandFailure(`${mistake}\n\n${usage}`, exitCodes.usage);
  }
}

function formatUsage(names: readonly string[]): string {
  const lines = Object.entries(commands)
    .filter(([name]) => names.includes(name))
    .map(([name, { usage, help }]) => `${`  ${name} ${usage}`.trimEnd()}\n      ${help}`);
  return `Usage: node dist/server/newsletter.js COMMAND [--json]\n\n${lines.join('\n')}\n
--json prints for scripts. Exit codes: 0 done, 1 failed, 2 wrong arguments, 3 no such address or edition`;
}
