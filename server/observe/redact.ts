/** In characters: longer than any message of ours, short enough for a log. */
const maxLength = 300;
/** Of the path of a request: ours are shorter. */
const maxPath = 200;
/** So many times what is logged is looked at: an address that ends behind the cut is found, and no more costs time. */
const lookAhead = 2;

/** A percent sign that was escaped once or more: `%2540` is an at sign too. */
const escapedPercent = /%(?:25)+/g;

/** The at signs that are written where a Latin keyboard is not at hand, U+FF20 and U+FE6B, as typed or escaped. */
const otherAtSigns = /%EF%BC%A0|%EF%B9%AB|[＠﹫]/gi;

/**
 * An e-mail address, as typed or escaped in a path, also at a host without a dot. A browser's stack is none
 * (`render@https://…`). It is looked for where a word begins, and its first part contains no `%40`: otherwise a text
 * without an address costs its length for each of its characters.
 */
const mailAddress =
  /(?<=^|%40|[^\p{L}\p{N}\p{M}.!#$&'*+=^_`{|}~%-])(?:[\p{L}\p{N}\p{M}.!#$&'*+=^_`{|}~-]|%(?!40))+"?(?:@|%40)\[?[\p{L}\p{N}\p{M}%-]{1,255}(?![\p{L}\p{N}\p{M}%-]|:\/\/)(?:\.[\p{L}\p{N}\p{M}%-]{1,255})*/giu;

/** The query of an address, also where a mail program has escaped the question mark. */
const query = /(?:\?|%3F)[\w%+[\].-]{1,64}=[^\s)"']*/gi;

/** A long word without a break. File names are recognised by their extension. */
const longWord = /[\w-]{22,}(?:\.(?:m?[jt]sx?|css|woff2|svg|png)\b)?/g;

/**
 * Replaces what may be personal in a text: e-mail addresses, queries and tokens. For texts from outside: messages of
 * libraries, which quote their input, paths, and reports of browsers.
 */
export function redact(text: string): string {
  return text
    .replaceAll(escapedPercent, '%')
    .replaceAll(otherAtSigns, '@')
    .replaceAll(mailAddress, '[address]')
    .replaceAll(query, '?[query]')
    .replaceAll(longWord, (word) => (isRandom(word) ? '[token]' : word));
}

/**
 * The newsletter's tokens are hexadecimal, of 28 bytes or more. Base64 of 16 bytes or more has digits and letters of
 * both cases; names of pages and functions do not.
 */
function isRandom(word: string): boolean {
  if (/^[0-9a-f]{56,}$/i.test(word)) return true;
  return !word.includes('.') && /\d/.test(word) && /[A-Z]/.test(word) && /[a-z]/.test(word);
}

/** `redact` on one line, without control characters, cut to a maximum length. */
export function redactLine(text: string, max = maxLength): string {
  const line = redact(text.slice(0, max * lookAhead).replaceAll(/[\p{C}\p{Z}]+/gu, ' ')).trim();
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}

/** The path of a request, for the log: redacted, and 200 characters of it. A client may send 16 kB. */
export function redactPath(path: string): string {
  return cutPath(redact(path.slice(0, maxPath * lookAhead)));
}

/** The first 200 characters of a path that needs no redaction. */
export function cutPath(path: string): string {
  return path.length > maxPath ? `${path.slice(0, maxPath - 1)}…` : path;
}
