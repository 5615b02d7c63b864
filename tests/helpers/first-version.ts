import { createHmac } from 'node:crypto';

/* What the first version of the newsletter has sent and stored, and what must work for ever. */

/** The token of an unsubscribe link: a subscriber's id and 128 bits of its signature. */
export function signSubscriberId(secret: string, id: string): string {
  const signature = createHmac('sha256', secret).update(`unsubscribe\n${id}`).digest();
  return `${id}.${signature.subarray(0, 16).toString('base64url')}`;
}

/** The fingerprint of a suppressed address. */
export function hashAddress(secret: string, key: string): string {
  return createHmac('sha256', secret).update(`address\n${key}`).digest('hex');
}
