import type { Keys } from '../keys/keys.ts';
import { listCapturedMails } from '../mail/captured-mails.ts';
import type { Person, Subscriber } from '../store/store.ts';
import type { NewsletterStore } from '../store/store-sql.ts';
import { exitCodes, type OpenedInput, printError } from './command.ts';

const batchSize = 1_000;

/**
 * Prints every subscriber as one JSON object per line, or as a table for people. With `--confirmed` it prints the
 * confirmed subscribers as CSV (RFC 4180) with the columns that listmonk imports. A subscriber has no name.
 */
export async function exportSubscribers(input: OpenedInput) {
  const { store, flags, print } = input;
  const isCsv = flags.confirmed && !flags.json;
  let guarded = 0;
  if (isCsv) print({}, 'email,name,attributes\r');
  for await (const { address, status, consent, ...times } of listSubscribers(store)) {
    if (flags.confirmed && status !== 'confirmed') continue;
    const requestedAt = new Date(times.requestedAt).toISOString();
    const confirmedAt =
      times.confirmedAt === null ? null : new Date(times.confirmedAt).toISOString();
    const row = formatCsvRow(address, { confirmedAt, requestedAt, consent });
    const line = [address, status, confirmedAt].join('\t');
    print({ address, status, requestedAt, confirmedAt, consent }, isCsv ? row : line);
    if (isFormula(address)) guarded += 1;
  }
  if (isCsv && guarded > 0) {
    printError(
      `${guarded} addresses begin like a formula and have an apostrophe in front: remove it before an import`,
    );
  }
  return exitCodes.done;
}

/** Prints everything that is stored about one person (Article 15 GDPR), with the text that they agreed to. */
export async function exportPerson(key: string, input: OpenedInput) {
  const { store, keys, mailFolder } = input;
  const capturedMails = await listCapturedMails(mailFolder, key);
  const stored = { ...(await store.listPersonRows(identifyPerson(keys, key))), capturedMails };
  const text = JSON.stringify(stored, formatTime, 2);
  const isKnown = Object.values(stored).some((rows) => rows.length > 0);
  input.print(JSON.parse(text), isKnown ? text : 'Not known');
  return isKnown ? exitCodes.done : exitCodes.notFound;
}

/** The keys that find a person in the tables. */
export function identifyPerson(keys: Keys, key: string): Person {
  return { key, hashes: keys.hashAddressByAll(key) };
}

/** Formats one row. An address needs no quotes, because it contains no comma (`parseEmailAddress`). */
function formatCsvRow(address: string, attributes: unknown): string {
  const quoted = JSON.stringify(attributes).replaceAll('"', '""');
  return `${isFormula(address) ? "'" : ''}${address},,"${quoted}"\r`;
}

/** Whether a spreadsheet would run it as a formula (OWASP, CSV Injection). */
function isFormula(field: string): boolean {
  return /^[=+-]/.test(field);
}

async function* listSubscribers(store: NewsletterStore) {
  let afterId: string | undefined = '';
  while (afterId !== undefined) {
    const batch: readonly Subscriber[] = await store.listSubscribers(afterId, batchSize);
    yield* batch;
    afterId = batch.at(-1)?.id;
  }
}

/** Formats the columns that are times, for people. */
function formatTime(column: string, value: unknown): unknown {
  const isTime = typeof value === 'number' && /(_at|^since)$/.test(column);
  return isTime ? new Date(value).toISOString() : value;
}
