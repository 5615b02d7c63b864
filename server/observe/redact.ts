/** The maximum lengths of a line and of a path, in characters. */
const [maxLength, maxPath] = [300, 200];
/** The searched text is this many times longer than the logged one: an address may end after the cut. */
const lookAhead = 2;

/** A percent sign that was escaped more than once: `%2540` is an at sign, too. */
const escapedPercent = /%(?:25)+/g;

/** Other at signs, U+FF20 (fullwidth) and U+FE6B (small), as typed or escaped. */
const otherAtSigns = /%EF%BC%A0|%EF%B9%AB|[＠﹫]/gi;

/**
 * An e-mail address, as typed or escaped in a path, also with a host without a dot: `ada@example.org`,
 * `ada%40example.org`, `root@localhost`. A line of a browser's stack is not one: `render@https://…`. A match starts
 * where a word starts, and its first part contains no `%40`: otherwise a text without an address takes quadratic time.
 */
const mailAddress =
  /(?<=^|%40|[^\p{L}\p{N}\p{M}.!#$&'*+=^_`{|}~%-])(?:[\p{L}\p{N}\p{M}.!#$&'*+=^_`{|}~-]|%(?!40))+"?(?:@|%40)\[?[\p{L}\p{N}\p{M}%-]{1,255}(?![\p{L}\p{N}\p{M}%-]|:\/\/)(?:\.[\p{L}\p{N}\p{M}%-]{1,255})*/giu;

/** The query of an address, also if a mail program has escaped the question mark. */
const query = /(?:\?|%3F)[\w%+[\].-]{1,64}=[^\s)"']*/gi;

/**
 * Replaces e-mail addresses, and queries, which contain the tokens of links. For texts from outside: messages of
 * libraries, which quote their input, paths, and browser reports.
 */
export function redact(text: string): string {
  return text
    .replaceAll(escapedPercent, '%')
    .replaceAll(otherAtSigns, '@')
    .replaceAll(mailAddress, '[address]')
    .replaceAll(query, '?[query]');
}

/** Redacts a text for one log line of this length. */
export function redactLine(text: string, max = maxLength): string {
  const line = redact(text.slice(0, max * lookAhead).replaceAll(/[\p{C}\p{Z}]+/gu, ' ')).trim();
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}

/** Redacts a path, and cuts it. */
export function redactPath(path: string): string {
  const redacted = redact(path.slice(0, maxPath * lookAhead));
  return redacted.length > maxPath ? `${redacted.slice(0, maxPath - 1)}…` : redacted;
}
