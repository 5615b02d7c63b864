import { LinkifyIt } from 'linkify-it';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, serialize } from 'parse5';
import { escapeHtml } from '#shared/escape-html.ts';
import { footMarker, styles } from '../mail/mail-layout.ts';

/*
 * Writes the HTML of an edition once, when the edition is sent, so that only the command line loads the packages for
 * it. The mail to each reader replaces the marker with the reader's unsubscribe link.
 */

/** Links only complete URLs: `example.org` and `asha@example.org` stay text. */
export const linkify = new LinkifyIt({ fuzzyEmail: false })
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
 * Marks the position of the unsubscribe link in the operator's HTML, at the end of the body. The rest of the HTML does
 * not change, because mail programs read comments that a parser rewrites. It is serialized again only if an unclosed
 * element or comment would swallow the link.
 *
 * @returns undefined for a page without a body, such as a frameset
 */
export function markFoot(source: string): string | undefined {
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
