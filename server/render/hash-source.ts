import { hash } from 'node:crypto';

/** The policy source `'sha256-…'` of a text, exactly as in the document. */
export function hashSource(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
