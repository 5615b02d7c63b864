import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { describeError } from '#server/describe-error.ts';

/** The options of a command, and its arguments with `allowPositionals`. A wrong option ends it with one line. */
export function parseOptions<const Options extends ParseArgsOptionsConfig>(
  options: Options,
  allowPositionals = false,
) {
  try {
    return parseArgs({ options, allowPositionals });
  } catch (error) {
    console.error(describeError(error));
    process.exit(1);
  }
}

/** The number in an option of a command. Anything else, or a smaller number than allowed, ends the command. */
export function parseAmount(text: string): number {
  const amount = Number(text);
  if (amount >= 1) return amount;
  console.error(`${text} is not a number of at least 1`);
  process.exit(1);
}
