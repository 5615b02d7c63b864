import type { NewsletterParts } from '../newsletter.ts';

/** How a command ended: the process's exit code. */
export const exitCodes = { done: 0, failed: 1, usage: 2, notFound: 3 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export interface Flags {
  readonly json: boolean;
  readonly lift: boolean;
  readonly confirmed: boolean;
  readonly dryRun: boolean;
  readonly subject: string | undefined;
  readonly text: string | undefined;
  readonly html: string | undefined;
}

/** Shows the progress of long work. */
export interface ProgressBar {
  update(done: number, total: number): void;
  /** Ends the line. */
  end(): void;
}

export interface CommandInput {
  readonly parts: NewsletterParts;
  /** What stands behind the command's name. */
  readonly operands: readonly string[];
  readonly flags: Flags;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  readonly createProgressBar: (label: string) => ProgressBar;
}

export type Command = (input: CommandInput) => Promise<ExitCode>;
