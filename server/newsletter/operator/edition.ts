import { isUtf8 } from 'node:buffer';
import { hash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { LinkifyIt } from 'linkify-it';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, serialize } from 'parse5';
import { escapeHtml } from '#shared/escape-html.ts';
import { describeError } from '../../describe-error.ts';
import type { Composer } from '../mail/compose.ts';
import { footMarker, mailLayout, styles } from '../mail/mail-layout.ts';
import type { Edition, QueuedMail } from '../store/store.ts';
import { failUsage } from './command.ts';

/*
 * An edition is read and its HTML written once, when it is sent, so that only the command line loads the packages for
 * it. The mail to each reader replaces the marker with the reader's unsubscribe link.
 */

/** Maximum in bytes: Gmail shows 102 kB of a mail's HTML and hides the rest, the unsubscribe link too. */
const maxHtml = 100_000;

/** Maximum in characters: mail programs show 40 to 90 of them. */
const maxSubject = 150;

/** Fields of other mailing tools: `{{first_name}}`, `*|FNAME|*`. */
const fieldPattern = /\{\{[^{}]*\}\}|\*\|[^|]*\|\*/g;

/** HTML tags, not addresses in angle brackets. */
const tagPattern = /<\/?[a-z][a-z0-9]*(\s[^<>]*)?\/?>/gi;

/** The maximum number of addresses and the like in a message, and of characters of each. */
const maxNamed = 5;
const maxShown = 60;

/** Reads an edition from its files. The same words are the same edition, regardless of how they were saved. */
export async function readEdition(
  files: { readonly subject: string; readonly text: string; readonly html: string | undefined },
  siteName: string,
): Promise<Edition> {
  const subject = files.subject.trim();
  if (subject === '' || /\p{Cc}/u.test(files.subject))
    failUsage('The subject must be one line and not empty');
  const text = await readText(files.text);
  const page = files.html === undefined ? null : await readText(files.html);
  const html =
    page === null ? mailLayout(subject, siteName, writeParagraphs(text)) : markFoot(page);
  if (html === undefined) return failUsage(`${files.html} has no body for the unsubscribe link`);
  const id = hash('sha256', JSON.stringify([subject, text, page])).slice(0, 32);
  return { id, subject, text, html };
}

/** Makes an edition's mail to one reader, without a queue. */
export function makeMail({ id: editionId, ...words }: Edition, address: string): QueuedMail {
  const reader = { subscriberId: '', address, key: 'a test' }; // Its unsubscribe link works and removes nobody.
  return { id: randomUUID(), kind: 'edition', editionId, ...words, ...reader };
}

/** Reads a text file, or the standard input for `-`, without what depends on the program that saved it. */
async function readText(file: string): Promise<string> {
  const read = file === '-' ? buffer(process.stdin) : readFile(file);
  const bytes = await read.catch((error: unknown) => failUsage(describeError(error)));
  if (!isUtf8(bytes)) failUsage(`${file} is not UTF-8: save it in that encoding`); // Readers would get `Gr��e`.
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\r|\n/); // which drops the mark
  const text = lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
  return text === '' ? failUsage(`${file} is empty`) : text;
}

/** Links only complete URLs: `example.org` and `asha@example.org` stay text. */
const linkify = new LinkifyIt({ fuzzyEmail: false })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null);

/** The HTML of a text: blank lines separate paragraphs, addresses become links. */
export function writeParagraphs(text: string): string {
  const paragraphs = text.split(/\n\n+/).map((part) => `<p>${link(part)}</p>`);
  return paragraphs.join('') + footMarker;
}

function link(text: string): string {
  let html = '';
  let end = 0;
  for (const { index, url } of linkify.match(text) ?? []) {
    // The linkifier knows brackets and the quotes of all languages, but not punctuation before a closing quote.
    const address = url.replace(/[.,:;!?'*]{1,9}$/, '');
    const shown = escapeHtml(address);
    html += escapeHtml(text.slice(end, index));
    html += `<a href="${shown}" style="${styles.link}">${shown}</a>`;
    end = index + address.length;
  }
  return (html + escapeHtml(text.slice(end))).replaceAll('\n', '<br>');
}

/**
 * Marks the position of the unsubscribe link, at the end of the body. The HTML is serialized again only if an unclosed
 * element or comment would swallow the link: mail programs read comments that a parser rewrites. Undefined: no body.
 */
function markFoot(source: string): string | undefined {
  const html = source.replaceAll(footMarker, '');
  const document = parse(html, { sourceCodeLocationInfo: true });
  const body = findBody(document);
  if (!body) return undefined;
  const end = body.sourceCodeLocation?.endTag?.startOffset ?? html.length;
  const marked = html.slice(0, end) + footMarker + html.slice(end);
  if (findBody(parse(marked))?.childNodes.some(isMarker)) return marked;
  defaultTreeAdapter.appendChild(body, defaultTreeAdapter.createCommentNode(markerText));
  return serialize(document);
}

const markerText = footMarker.slice('<!--'.length, -'-->'.length);

const isMarker = (node: DefaultTreeAdapterTypes.Node) => 'data' in node && node.data === markerText;

function findBody(
  parent: DefaultTreeAdapterTypes.ParentNode,
): DefaultTreeAdapterTypes.Element | undefined {
  const elements = parent.childNodes.filter((node) => 'tagName' in node);
  const root = elements.find(({ tagName }) => tagName === 'html');
  return root ? findBody(root) : elements.find(({ tagName }) => tagName === 'body');
}

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

/** The addresses in attributes, in the order of the document. */
function listAddresses(node: DefaultTreeAdapterTypes.Node): readonly string[] {
  const attributes = 'attrs' in node ? node.attrs : [];
  const addresses = attributes.filter(({ name }) => addressAttributes.includes(name));
  const children = 'childNodes' in node ? node.childNodes.flatMap(listAddresses) : [];
  return [...addresses.map(({ value }) => value.trim()), ...children];
}

const addressAttributes = ['href', 'src', 'background', 'action'];
