import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/*
 * Tokens and keyed hashes. The purpose is part of each, so that none can be used for another.
 */

/** A confirmation token and what is stored of it. */
export interface Token {
  /** 32 random bytes as base64url: 43 characters. It stands in the mail and nowhere else. */
  readonly token: string;
  /** SHA-256, hexadecimal. */
  readonly hash: string;
}

export function createToken(): Token {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hash(token) };
}

/** What is stored of a token, or undefined where it cannot be one. */
export function hashToken(token: string): string | undefined {
  return /^[\w-]{43}$/.test(token) ? hash(token) : undefined;
}

/** A new subscriber's id: 16 random bytes as base64url. */
export function createSubscriberId(): string {
  return randomBytes(16).toString('base64url');
}

/** Everything that takes the application's secret. */
export interface Keys {
  /** The token of a subscriber's unsubscribe link. It never expires. */
  signSubscriber(id: string): string;
  /** The subscriber of such a token, whichever of the secrets made it; undefined when altered. */
  findSubscriberId(token: string): string | undefined;
  /** A fingerprint by which a suppressed address is recognised and cannot be read. */
  hashAddress(key: string): string;
  /** The fingerprints under all secrets, the current one first. */
  hashAddressByAll(key: string): readonly string[];
  /** The name of a limit's counter. It holds no network and no address in clear. */
  nameLimit(kind: string, value: string): string;
}

/**
 * @param secrets the current one first; those behind it still open links that were made with them
 */
export function createKeys(secrets: readonly string[]): Keys {
  const [current] = secrets;
  if (current === undefined) throw new Error('The newsletter needs a secret');
  const hashAddressByAll = (key: string) =>
    secrets.map((secret) => sign(secret, 'address', key).toString('hex'));
  return {
    signSubscriber: (id) => `${id}.${signId(current, id).toString('base64url')}`,
    findSubscriberId(token) {
      const [, id = '', signature = ''] = /^([\w-]{22})\.([\w-]{22})$/.exec(token) ?? [];
      const given = Buffer.from(signature, 'base64url');
      const valid = secrets.some((secret) => {
        const expected = signId(secret, id);
        return expected.length === given.length && timingSafeEqual(expected, given);
      });
      return valid ? id : undefined;
    },
    hashAddress: (key) => sign(current, 'address', key).toString('hex'),
    hashAddressByAll,
    nameLimit: (kind, value) => sign(current, `limit ${kind}`, value).toString('base64url'),
  };
}

/** 128 bits are more than anybody can try, and keep the link short. */
function signId(secret: string, id: string): Buffer {
  return sign(secret, 'unsubscribe', id).subarray(0, 16);
}

function sign(secret: string, purpose: string, value: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\n${value}`).digest();
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
