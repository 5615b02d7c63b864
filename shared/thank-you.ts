import { thankYou } from './content/thank-you.ts';
import type { PageUrl } from './routes.ts';

/** Which message the thank-you page shows. */
export type ThankYouKind = keyof typeof thankYou.messages;

/**
 * Reads `type` in the query of an address (specification, section 2). It has to be the exact name of a message;
 * repeated, missing, differently written and hostile values all mean `general`. Never throws.
 */
export function parseThankYouKind(search: string): ThankYouKind {
  const [type = '', second] = new URLSearchParams(search).getAll('type');
  return second === undefined && isKind(type) ? type : 'general';
}

function isKind(type: string): type is ThankYouKind {
  return Object.hasOwn(thankYou.messages, type);
}

/** The address of a message. */
export function formatThankYouUrl(kind: ThankYouKind): PageUrl {
  return kind === 'general' ? '/thank-you' : `/thank-you?type=${kind}`;
}
