import type { parseArgs } from 'node:util';
import type { Logger } from 'pino';
import { parseEmailAddress } from '#shared/newsletter/email-address.ts';
import type { Config, parseConfig } from '../../config.ts';
import type { StoreWithKeys } from '../store-and-outbox.ts';

export const exitCodes = { done: 0, failed: 1, usage: 2, notFound: 3 } as const;

/** Ends a command with a message for the operator. */
export class CommandFailure extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Ends the command because its arguments are wrong. */
export function failUsage(mistake: string): never {
  throw new CommandFailure(mistake, exitCodes.usage);
}

/** Parses an argument as an email address. Ends the command if it is not one. */
export function readAddress(text = ''): string {
  const email = parseEmailAddress(text);
  if (email.kind === 'address') return email.address;
  return failUsage('Give one full email address, such as name@example.com');
}

/** Writes a line to the error output. */
export const printError = (line: string) => void process.stderr.write(`${line}\n`);

export const formatTime = (time: number) => new Date(time).toISOString();

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

export interface CommandInput {
  readonly config: Config;
  readonly environment: Parameters<typeof parseConfig>[0];
  readonly logger: Logger;
  /** The argument after the command's name. */
  readonly operand: string | undefined;
  readonly flags: ReturnType<typeof parseArgs<{ options: typeof flagOptions }>>['values'];
  /** Prints a result: its text, or with `--json` the value on one line. */
  readonly print: (value: unknown, text: string) => void;
}

export type OpenedInput = CommandInput & StoreWithKeys;
