import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

/*
 * What a secret is used for. The purpose is part of each result, so that none can be used for
 * another.
 */

const algorithm = 'aes-256-gcm';
const ivLength = 12; // bytes, NIST SP 800-38D, section 5.2.1.1
const tagLength = 16; // bytes

/** HMAC-SHA256, 32 bytes. */
export function keyedHash(secret: string, purpose: string, value: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\n${value}`).digest();
}

/**
 * Encrypts a text so that only the holder of the secret can read or make it. The same text is always
 * encrypted to the same result: its initialisation vector is a keyed hash of it.
 *
 * @returns base64url
 */
export function seal(secret: string, purpose: string, text: string): string {
  const iv = keyedHash(secret, `${purpose} iv`, text).subarray(0, ivLength);
  const key = keyedHash(secret, `${purpose} key`, '');
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagLength });
  const parts = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(parts).toString('base64url');
}

/** The text that `seal` has encrypted; undefined where it was altered, or sealed with another secret. */
export function unseal(secret: string, purpose: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < ivLength + tagLength) return undefined;
  const key = keyedHash(secret, `${purpose} key`, '');
  const iv = bytes.subarray(0, ivLength);
  const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagLength });
  decipher.setAuthTag(bytes.subarray(-tagLength));
  try {
    const text = decipher.update(bytes.subarray(ivLength, -tagLength));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined; // The tag does not fit.
  }
}
