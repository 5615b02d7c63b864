import type { parseArgs } from 'node:util';
import { parseEmailAddress } from '#shared/newsletter/email-address.ts';
import type { StoreWithKeys } from '../store-and-outbox.ts';

export const exitCodes = { done: 0, failed: 1, usage: 2, notFound: 3 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends a command with a message for the operator. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;
  constructor(message: string, exitCode: ExitCode = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Ends the command because its arguments are wrong. */
export function failUsage(mistake: string): never {
  throw new CommandFailure(mistake, exitCodes.usage);
}

/** Parses an argument as an email address. Ends the command if it is not one. */
export function readAddress(text: string): string {
  const email = parseEmailAddress(text);
  if (email.kind === 'address') return email.address;
  return failUsage('Give one full email address, such as name@example.com');
}

/** Writes a line to the error output. */
export const printError = (line: string) => void process.stderr.write(`${line}\n`);

export const flagOptions = {
  json: { type: 'boolean' },
  lift: { type: 'boolean' },
  confirmed: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  subject: { type: 'string' },
  text: { type: 'string' },
  to: { type: 'string' },
  html: { type: 'string' },
} as const;

export type Flags = ReturnType<typeof parseArgs<{ options: typeof flagOptions }>>['values'];

export interface CommandInput extends StoreWithKeys {
  readonly siteName: string;
  /** The arguments after the command's name. */
  readonly operands: readonly string[];
  readonly flags: Flags;
  /** Prints a result: its text, or with `--json` the value on one line. */
  readonly print: (value: unknown, text: string) => void;
}

export type Command = (input: CommandInput) => Promise<ExitCode>;
