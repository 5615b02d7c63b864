import type { EditionCounts } from '../store/store.ts';
import { CommandFailure, exitCodes, failUsage, type OpenedInput } from './command.ts';
import { formatEdition } from './stats.ts';

/* A letter with a mistake can be stopped: send, pause, then resume or cancel. */

const onTheirWay = 'Mails that are on their way, five at most, may still arrive.';

/** `pause`: nothing more of an edition is sent until `resume`. */
export async function pauseEdition(input: OpenedInput) {
  const isMeant = ({ waiting, pausedAt }: EditionCounts) => waiting > 0 && pausedAt === null;
  const before = await findEdition(input, isMeant, 'No edition is being sent');
  if (!isMeant(before)) throw new CommandFailure(`Nothing to hold: ${formatEdition(before)}`);
  await input.store.pauseEdition(before.id, 'operator');
  const edition = await getEdition(input, before.id);
  const text = `Paused: ${edition.waiting} wait, ${edition.sent} have it. ${onTheirWay} "resume" sends the rest, "cancel" gives it up.`;
  input.print(edition, text);
  return exitCodes.done;
}

/** `resume`: the mails of an edition that wait or were given up are due now. */
export async function resumeEdition(input: OpenedInput) {
  const { id } = await findEdition(
    input,
    ({ pausedAt }) => pausedAt !== null,
    'No edition is paused',
  );
  await input.store.resumeEdition(id);
  const edition = await getEdition(input, id);
  const { sent, waiting } = edition;
  const text =
    waiting === 0
      ? `${sent} have it: nothing remains to be done.`
      : `Resumed: ${waiting} are due, ${sent} have it. The server sends them as it runs: see stats.`;
  input.print(edition, text);
  return exitCodes.done;
}

/** `cancel`: the mails of an edition that wait are given up. */
export async function cancelEdition(input: OpenedInput) {
  const { id, sent, waiting } = await findEdition(
    input,
    (each) => each.waiting > 0 || each.pausedAt !== null,
    'No mail of an edition waits',
  );
  if (waiting === 0) throw new CommandFailure(`Too late, nothing waits: ${sent} have it`);
  const cancelled = await input.store.cancelEdition(id);
  const edition = await getEdition(input, id);
  const text = `Cancelled: ${cancelled} will not get it, ${edition.sent} have it. ${onTheirWay} The same subject and text cannot be sent again.`;
  input.print(edition, text);
  return exitCodes.done;
}

/** The edition whose id begins with the operand, or else the only one that the command can be meant for. */
async function findEdition(
  { store, operand }: OpenedInput,
  isMeant: (edition: EditionCounts) => boolean,
  none: string,
) {
  const editions = await store.listEditions();
  const found = editions.filter((each) =>
    operand === undefined
      ? each.cancelledAt === null && isMeant(each)
      : each.id.startsWith(operand),
  );
  const [edition, ...others] = found;
  if (edition === undefined) {
    const what = operand === undefined ? none : `There is no edition ${operand}`;
    throw new CommandFailure([what, ...editions.map(formatEdition)].join('\n'), exitCodes.notFound);
  }
  if (others.length > 0) failUsage(['Which edition?', ...found.map(formatEdition)].join('\n'));
  if (edition.cancelledAt !== null) throw new CommandFailure(formatEdition(edition));
  return edition;
}

async function getEdition({ store }: OpenedInput, id: string) {
  const edition = (await store.listEditions()).find((each) => each.id === id);
  if (edition === undefined) throw new CommandFailure(`The edition ${id} has just been closed`);
  return edition;
}
