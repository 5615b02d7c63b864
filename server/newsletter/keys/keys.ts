import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes } from 'node:crypto';

/*
 * Tokens and keyed hashes. Each includes its purpose, so that none can be used for another purpose. Tokens are
 * hexadecimal: base64url may end in `-` or `_`, which mail programs cut off the end of a link.
 */

/** A confirmation token: 32 random bytes. Only the mail contains it; the database stores its hash. */
export function createToken() {
  const token = randomBytes(32).toString('hex');
  return { token, hash: hash('sha256', token) };
}

/** The stored form of a token, or undefined for a text that cannot be a token. */
export function hashToken(token: string): string | undefined {
  return /^[0-9a-f]{64}$/.test(token) ? hash('sha256', token) : undefined;
}

/** Characters of a secret's id, with which its fingerprints begin. */
export const secretIdLength = 8;

/** Everything that uses the application's secret. */
export type Keys = ReturnType<typeof createKeys>;

/** The first secret signs, all of them open links and find fingerprints. */
export function createKeys(secrets: readonly string[]) {
  const [current] = secrets;
  if (current === undefined) throw new Error('The newsletter needs a secret');
  const all = new Set(secrets);
  return {
    /** The token of an unsubscribe link: the encrypted address. It never expires. */
    signAddress: (key: string) => encrypt(current, linkPurpose, key),
    /** The address key in such a token, made with any of the secrets; undefined for an altered token. */
    findLinkOwner(token: string): string | undefined {
      if (!/^([0-9a-f]{2})+$/.test(token)) return undefined;
      const keys = secrets.map((secret) => decrypt(secret, linkPurpose, token));
      return keys.find((each) => each !== undefined);
    },
    /** The fingerprint of a suppressed address. It recognises the address and does not reveal it. */
    hashAddress: (key: string) => fingerprint(current, key),
    /** The fingerprints under all secrets, the current one first. */
    hashAddressByAll: (key: string): readonly string[] =>
      [...all].map((secret) => fingerprint(secret, key)),
    /** What the fingerprints under all secrets begin with. */
    listSecretIds: (): readonly string[] => [...all].map(identify),
    /** Adds secrets that an earlier version stored, encrypted with a later one, for fingerprints only. */
    addStoredSecrets(encrypted: readonly string[]) {
      for (const each of encrypted) {
        const found = secrets.map((secret) => decrypt(secret, 'former secret', each));
        for (const secret of found) if (secret !== undefined) all.add(secret);
      }
    },
  };
}

const algorithm = 'aes-256-gcm';
const ivLength = 12; // bytes, NIST SP 800-38D, section 5.2.1.1
const tagLength = 16; // bytes

const linkPurpose = 'unsubscribe address';

function fingerprint(secret: string, key: string): string {
  return `${identify(secret)}-${keyedHash(secret, 'address', key).toString('hex')}`;
}

/** An id that distinguishes secrets and reveals nothing about them. */
function identify(secret: string): string {
  return keyedHash(secret, 'secret id', '').toString('hex').slice(0, secretIdLength);
}

/** HMAC-SHA256, 32 bytes. */
function keyedHash(secret: string, purpose: string, value: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\n${value}`).digest();
}

/** Encrypts a text, always to the same hexadecimal: its initialisation vector is a keyed hash of it. */
function encrypt(secret: string, purpose: string, text: string): string {
  const iv = keyedHash(secret, `${purpose} iv`, text).subarray(0, ivLength);
  const key = keyedHash(secret, `${purpose} key`, '');
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagLength });
  const parts = [iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(parts).toString('hex');
}

/** Reverses `encrypt`. @returns undefined if the text was altered, or encrypted with another secret */
function decrypt(secret: string, purpose: string, encrypted: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'hex');
  if (bytes.length < ivLength + tagLength) return undefined;
  const key = keyedHash(secret, `${purpose} key`, '');
  const iv = bytes.subarray(0, ivLength);
  const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagLength });
  decipher.setAuthTag(bytes.subarray(-tagLength));
  try {
    const text = decipher.update(bytes.subarray(ivLength, -tagLength));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined; // The authentication tag does not match.
  }
}
