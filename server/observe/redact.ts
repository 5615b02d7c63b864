/** Longer than any message of ours, shorter than what fills a disk. */
const longest = 300; // characters

/** An address of mail, as it is typed or as it stands in a path. */
const mailAddress =
  /[\p{L}\p{N}._%+'-]{1,64}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/giu;

/** What stands behind the question mark of an address, also where a mail program has escaped it. */
const query = /(?:\?|%3F)[\w%+[\].-]{1,64}=[^\s)"']*/gi;

/** Anything long and unbroken; the name of a file is told by its ending. */
const longWord = /[\w-]{22,}(?:\.(?:m?[jt]sx?|css|woff2|svg|png)\b)?/g;

/**
 * Takes out of a text what could be somebody's: addresses of mail, queries and tokens. For text that
 * we did not write: the messages of libraries, which quote what they were given, paths, and what
 * browsers report.
 */
export function redact(text: string): string {
  return text
    .replaceAll(mailAddress, '[address]')
    .replaceAll(query, '?[query]')
    .replaceAll(longWord, (word) => (isRandom(word) ? '[token]' : word));
}

/** Base64 of 16 bytes and more has digits and letters of both cases; names of pages and functions do not. */
function isRandom(word: string): boolean {
  return !word.includes('.') && /\d/.test(word) && /[A-Z]/.test(word) && /[a-z]/.test(word);
}

/** The same on one line and of bounded length, without control characters. */
export function redactLine(text: string, most = longest): string {
  const line = redact(text.slice(0, most * 2).replaceAll(/[\p{C}\p{Z}]+/gu, ' ')).trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
