import { existsSync } from 'node:fs';
import { describeError } from '../../describe-error.ts';
import { createStoreAndOutbox, hasKeys } from '../store-and-outbox.ts';
import { CommandFailure, type CommandInput, type ExitCode, type OpenedInput } from './command.ts';

/** Opens the newsletter for a command, and closes it after the command. */
export function withStore(run: (input: OpenedInput) => Promise<ExitCode>) {
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
