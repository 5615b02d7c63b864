import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { Composer } from '../mail/compose.ts';
import type { Edition } from '../store/store.ts';
import { linkify, makeMail } from './edition.ts';

/** Bytes. Gmail shows 102 kB of a mail's HTML and hides the rest, the unsubscribe link too. */
const maxHtml = 100_000;

/** Characters. Mail programs show 40 to 90 of them. */
const maxSubject = 150;

/** Fields of other mailing tools: `{{first_name}}`, `*|FNAME|*`. */
const fieldPattern = /\{\{[^{}]*\}\}|\*\|[^|]*\|\*/g;

/** HTML tags, not addresses in angle brackets. */
const tagPattern = /<\/?[a-z][a-z0-9]*(\s[^<>]*)?\/?>/gi;

/** The maximum number of addresses and the like in a message, and of characters of each. */
const maxNamed = 5;
const maxShown = 60;

/** Lists content that readers would not see or could not open, one line each. The operator decides. */
export function findEditionFaults(edition: Edition, compose: Composer): readonly string[] {
  const bytes = Buffer.byteLength(compose(makeMail(edition, 'reader@example.com'), '').html);
  const linked = (linkify.match(edition.text) ?? []).map(({ url }) => url);
  const found = [...linked, ...listAddresses(parse(edition.html))];
  const closed = found.filter((address) => !canBeOpened(address));
  const { subject, text, html } = edition;
  const fields = [subject, text, html].flatMap((part) => part.match(fieldPattern) ?? []);
  const tags = text.match(tagPattern) ?? [];
  const { length } = [...subject];
  return [
    length > maxSubject && `The subject has ${length} characters: mail programs show 40 to 90`,
    tags.length > 0 && `Readers of the text see the tags ${list(tags)}: HTML belongs into --html`,
    fields.length > 0 && `Nothing fills in ${list(fields)}: readers see it`,
    bytes > maxHtml &&
      `The HTML has ${Math.ceil(bytes / 1000)} kB: Gmail hides what is behind 102 kB, the unsubscribe link too`,
    closed.length > 0 && `No reader can open ${list(closed)}`,
  ].filter((fault) => fault !== false);
}

/** `"a", "b" and 3 more` */
function list(all: readonly string[]): string {
  const different = [...new Set(all)];
  const named = different.slice(0, maxNamed).map((each) => JSON.stringify(shorten(each)));
  const more = different.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

const shorten = (text: string) => (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text);

/** Whether a mail program can open an address. A mail has no base URL, so relative addresses do not work. */
function canBeOpened(address: string): boolean {
  if (address.startsWith('#')) return true; // a position in the same mail
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol === 'mailto:' || protocol === 'tel:' || protocol === 'sms:') return true;
  return /^https?:$/.test(protocol) && isPublic(hostname);
}

/** Whether a host is neither this machine nor in a private network (RFC 1918, 4193, 6761, 6762). */
function isPublic(hostname: string): boolean {
  if (hostname.startsWith('[')) return !/^\[(::1?\]|f[cd]|fe[89ab])/.test(hostname);
  if (/^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(hostname)) return false;
  return /\../.test(hostname) && !/\.(localhost|local|internal)\.?$/.test(hostname);
}

/** The addresses in attributes and styles, in the order of the document. */
function listAddresses(node: DefaultTreeAdapterTypes.Node): readonly string[] {
  const attributes = 'attrs' in node ? node.attrs.flatMap(readAttribute) : [];
  const isStyle = node.nodeName === '#text' && node.parentNode?.nodeName === 'style';
  const styles = isStyle && 'value' in node ? readStyle(node.value) : [];
  const children = 'childNodes' in node ? node.childNodes.flatMap(listAddresses) : [];
  return [...attributes, ...styles, ...children];
}

function readAttribute({ name, value }: { readonly name: string; readonly value: string }) {
  if (name === 'style') return readStyle(value);
  // Each candidate is an address followed by a width or density: `a.png 1x, b.png 2x`. `data:` contains commas.
  if (name === 'srcset') return value.split(/,\s+/).map((each) => each.trim().split(/\s/)[0] ?? '');
  return ['href', 'src', 'background', 'action'].includes(name) ? [value.trim()] : [];
}

const readStyle = (css: string) =>
  [...css.matchAll(/url\(\s*["']?([^"')]*)/gi)].map(([, address = '']) => address.trim());
