import { formatMessages, type Message } from 'esbuild';

/** An error as text for people: esbuild's messages with their lines of source, others as they are. */
export async function explainFailure(error: unknown, { color }: { color: boolean }) {
  if (!(error instanceof Error)) return String(error);
  if (!('errors' in error) || !Array.isArray(error.errors)) return error.stack ?? error.message;
  const messages: Message[] = error.errors;
  return (await formatMessages(messages, { kind: 'error', color })).join('\n').trimEnd();
}
