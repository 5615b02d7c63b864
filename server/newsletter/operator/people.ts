import type { Keys } from '../keys/keys.ts';
import { deleteCapturedMails, listCapturedMails } from '../mail/mailer-capture.ts';
import type { Person, Subscriber } from '../store/store.ts';
import type { NewsletterStore } from '../store/store-sql.ts';
import { failUsage, formatTime, type OpenedInput, printError, readAddress } from './command.ts';

const batchSize = 1_000;

/** `export`: all data of one person, or all subscribers. */
export function exportData(input: OpenedInput) {
  if (input.operand === undefined) return exportSubscribers(input);
  if (input.flags.confirmed) failUsage('export takes an address or --confirmed, not both');
  return exportPerson(input);
}

/**
 * Prints every subscriber as one JSON object per line, or as a table for people. With `--confirmed` it prints the
 * confirmed subscribers as CSV (RFC 4180) with the columns that listmonk imports. A subscriber has no name.
 */
async function exportSubscribers({ store, flags, print }: OpenedInput) {
  const isCsv = flags.confirmed && !flags.json;
  let guarded = 0;
  if (isCsv) print({}, 'email,name,attributes\r');
  for await (const { address, status, consent, ...times } of listSubscribers(store)) {
    if (flags.confirmed && status !== 'confirmed') continue;
    const requestedAt = formatTime(times.requestedAt);
    const confirmedAt = times.confirmedAt === null ? null : formatTime(times.confirmedAt);
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
}

/** Prints everything that is stored about one person (Article 15 GDPR), with the text that they agreed to. */
async function exportPerson({ config, store, keys, operand, print }: OpenedInput) {
  const { mailFolder } = config.newsletter;
  const person = identifyPerson(keys, operand);
  const capturedMails = await listCapturedMails(mailFolder, person.key);
  const stored = { ...(await store.listPersonRows(person)), capturedMails };
  const isTime = (column: string) => /(_at|^since)$/.test(column);
  const format = (column: string, value: unknown) =>
    typeof value === 'number' && isTime(column) ? formatTime(value) : value;
  const text = JSON.stringify(stored, format, 2);
  const isKnown = Object.values(stored).some((rows) => rows.length > 0);
  print(JSON.parse(text), isKnown ? text : 'Not known');
  return isKnown;
}

/** `delete`: deletes the fingerprint too, so that nothing shows that this person was known. */
export async function deletePerson({ config, store, keys, operand, print }: OpenedInput) {
  const { mailFolder } = config.newsletter;
  const person = identifyPerson(keys, operand);
  const wasStored = await store.deletePerson(person);
  const mails = await deleteCapturedMails(mailFolder, person.key);
  const deleted = wasStored || mails > 0;
  print({ deleted }, deleted ? 'Deleted' : 'Not known');
  return deleted;
}

/** `suppress`: nothing is sent to an address, until `--lift`. */
export async function suppress({ store, keys, flags, operand, print }: OpenedInput) {
  const { key, hashes } = identifyPerson(keys, operand);
  if (!flags.lift) {
    await store.suppress(key, keys.hashAddress(key));
    print({ suppressed: true }, 'Suppressed: nothing is sent to it');
    return true;
  }
  const lifted = await store.liftSuppression(hashes);
  print({ lifted }, lifted ? 'Lifted' : 'Not known');
  return lifted;
}

/** The keys that find the person with this address in the tables. */
function identifyPerson(keys: Keys, address: string | undefined): Person {
  const key = readAddress(address).toLowerCase();
  return { key, hashes: keys.hashAddressByAll(key) };
}

/** Formats one row. An address needs no quotes, because it contains no comma (`parseEmailAddress`). */
function formatCsvRow(address: string, attributes: unknown): string {
  const quoted = JSON.stringify(attributes).replaceAll('"', '""');
  return `${isFormula(address) ? "'" : ''}${address},,"${quoted}"\r`;
}

/** Whether a spreadsheet would run it as a formula (OWASP, CSV Injection). */
const isFormula = (field: string) => /^[=+-]/.test(field);

async function* listSubscribers(store: NewsletterStore) {
  let afterId: string | undefined = '';
  while (afterId !== undefined) {
    const batch: readonly Subscriber[] = await store.listSubscribers(afterId, batchSize);
    yield* batch;
    afterId = batch.at(-1)?.id;
  }
}
