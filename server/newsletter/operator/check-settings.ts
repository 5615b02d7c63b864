import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { describeError } from '../../describe-error.ts';
import { readSecret } from '../keys/secrets.ts';
import { frame } from '../mail/frame.ts';
import type { NewsletterSettings } from '../settings.ts';
import { StoreUnavailable } from '../store/store.ts';
import { createMailer, createStore } from '../store-and-outbox.ts';
import { complain, type ExitCode, exitCodes } from './command.ts';
import { writeParagraphs } from './edition-html.ts';

/** What one part of the settings is used for, and whether it can be. */
interface Check {
  readonly name: 'secret' | 'database' | 'mail server';
  /** Rejects where it cannot be used. Returns what is said of it, for people. */
  readonly look: () => Promise<string>;
}

/**
 * `check-settings`: looks whether a server with these variables could store and send, and changes nothing. The
 * variables themselves have been parsed. All parts are looked at, also after a mistake.
 */
export async function checkSettings(
  settings: NewsletterSettings,
  print: (value: unknown, text: string) => void,
): Promise<ExitCode> {
  const said: Record<string, string> = {};
  let hasFailed = false;
  for (const { name, look } of listChecks(settings)) {
    try {
      said[name] = await look();
    } catch (error) {
      hasFailed = true;
      complain(
        `${name}: ${describeError(error instanceof StoreUnavailable ? error.cause : error)}`,
      );
    }
  }
  const lines = Object.entries(said).map(([name, words]) => `${name}: ${words}`);
  print(said, lines.join('\n'));
  return hasFailed ? exitCodes.failed : exitCodes.done;
}

/** The mail of `check-settings --to`. */
export function makeTestEdition(siteName: string) {
  const subject = 'The newsletter can send mail';
  const text = `${siteName} has sent this mail to try its settings. It went the same way as an edition of the newsletter.`;
  return { id: 'test', subject, text, html: frame(subject, siteName, writeParagraphs(text)) };
}

function listChecks(settings: NewsletterSettings): readonly Check[] {
  const { mode, secrets, dataDirectory, databaseUrl, databaseFile } = settings;
  return [
    {
      name: 'secret',
      async look() {
        if (secrets.length > 0) return 'APP_SECRET';
        const known = await readSecret(dataDirectory);
        if (known !== undefined) return 'in DATA_DIR';
        if (mode === 'off') return 'none, and none is needed';
        await mayWrite(dataDirectory);
        return 'the server makes one in DATA_DIR';
      },
    },
    {
      name: 'database',
      async look() {
        if (databaseUrl === undefined && !existsSync(databaseFile)) {
          if (mode === 'off') return 'none, and none is needed';
          await mayWrite(dataDirectory);
          return 'the server makes one in DATA_DIR';
        }
        const store = createStore(settings);
        try {
          await store.check();
        } finally {
          await store.close();
        }
        return databaseUrl === undefined
          ? `can be used: ${databaseFile}`
          : 'can be used: PostgreSQL';
      },
    },
    {
      name: 'mail server',
      async look() {
        if (mode === 'capture') {
          await mayWrite(settings.mailFolder);
          return `none: mails become files in ${settings.mailFolder}`;
        }
        const mailer = createMailer(settings, () => {});
        if (!mailer) return 'none: the newsletter is off';
        try {
          await mailer.check();
        } finally {
          mailer.close();
        }
        return `lets us in: ${new URL(settings.smtpUrl ?? '').host}`;
      },
    },
  ];
}

/** Rejects where a folder cannot be made or written, because of it or of the folder that it would be made in. */
async function mayWrite(folder: string): Promise<void> {
  let nearest = resolve(folder);
  while (!existsSync(nearest)) nearest = dirname(nearest);
  await access(`${nearest}/.`, constants.W_OK); // With the dot a file is none.
}
