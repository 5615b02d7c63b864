import { hash } from 'node:crypto';

/** Returns the policy source `'sha256-…'` of a text, which must be exactly as in the document. */
export function hashSource(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
