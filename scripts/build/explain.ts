import { formatMessages, type Message } from 'esbuild';
import { ContentFailure } from './check-content.ts';

/**
 * An error as text for people: esbuild's messages with their lines of source, sentences for editors, others
 * as they are.
 */
export async function explainFailure(error: unknown, { color }: { color: boolean }) {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ContentFailure) return error.message;
  if (!('errors' in error) || !Array.isArray(error.errors)) return error.stack ?? error.message;
  const messages: Message[] = error.errors;
  return (await formatMessages(messages, { kind: 'error', color })).join('\n').trimEnd();
}
