import { Element, Text } from '@xmldom/xmldom';
import { parseXml } from './parse-xml.ts';

/** An element of a parsed page. */
export interface HtmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (HtmlElement | string)[];
}

const rawElements = new Set(['script', 'style']);

/**
 * A page as a tree. Stricter than a browser on purpose: whatever our server would not write (a tag
 * that is not closed, an unknown entity, an unquoted attribute) throws, so broken HTML fails a test.
 */
export function parseHtml(html: string): HtmlElement {
  const written = html.replace(/<(script|style)\b.*?<\/\1>/gs, '');
  const [bare] = /&(?!(?:amp|lt|gt|quot|#x27);).{0,80}/s.exec(written) ?? [];
  if (bare !== undefined) throw new Error(`Unknown entity ${bare}`);
  const { documentElement } = parseXml(html, 'text/html');
  if (!documentElement) throw new Error('A page without an element');
  return { name: '#document', attributes: new Map(), children: [convert(documentElement)] };
}

function convert(element: Element): HtmlElement {
  return {
    name: element.tagName,
    attributes: new Map([...element.attributes].map((it) => [it.name.toLowerCase(), it.value])),
    children: [...element.childNodes].flatMap((child) => {
      if (child instanceof Element) return convert(child);
      return child instanceof Text ? child.data : [];
    }),
  };
}

/** The name of an element, or a condition for it. */
type Wanted = string | ((element: HtmlElement) => boolean);

/** Every element below `root` that passes, in the order of the document. */
export function listElements(root: HtmlElement, wanted: Wanted): readonly HtmlElement[] {
  const passes = typeof wanted === 'string' ? ({ name }: HtmlElement) => name === wanted : wanted;
  return root.children.flatMap((child) =>
    typeof child === 'string'
      ? []
      : [...(passes(child) ? [child] : []), ...listElements(child, wanted)],
  );
}

/** The only element that passes. @throws when there is none or more than one */
export function getOnly(root: HtmlElement, wanted: Wanted): HtmlElement {
  const [first, ...others] = listElements(root, wanted);
  if (!first) throw new Error(`No ${wanted}`);
  if (others.length > 0) throw new Error(`${others.length + 1} times ${wanted}`);
  return first;
}

/** The text of an element without tags, scripts and styles, with white space collapsed. */
export function readText(element: HtmlElement): string {
  return collectText(element).replace(/\s+/g, ' ').trim();
}

/** The unchanged text of a `<script>` or `<style>`. */
export function readRaw(element: HtmlElement): string {
  return element.children.filter((child) => typeof child === 'string').join('');
}

function collectText({ children }: HtmlElement): string {
  return children
    .map((child) => {
      if (typeof child === 'string') return child;
      return rawElements.has(child.name) ? '' : collectText(child);
    })
    .join('');
}
