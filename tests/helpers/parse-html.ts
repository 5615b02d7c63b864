/** An element of a parsed page. */
export interface HtmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (HtmlElement | string)[];
}

interface OpenElement extends HtmlElement {
  readonly children: (HtmlElement | string)[];
}

const voidElements = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'source']);
const rawElements = new Set(['script', 'style']);
const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['#x27', "'"],
]);

const token =
  /<!--.*?-->|<!DOCTYPE html>|<\/(\w+)>|<(\w+)((?:\s+[^\s"=<>/]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/gsy;
const attribute = /\s([^\s"=<>/]+)(?:="([^"]*)")?/g;

/**
 * A page as a tree. Stricter than a browser on purpose: whatever our server would not write (a tag
 * that is not closed, an unknown entity, an unquoted attribute) throws, so broken HTML fails a test.
 */
export function parseHtml(html: string): HtmlElement {
  const root: OpenElement = { name: '#document', attributes: new Map(), children: [] };
  const open = [root];
  token.lastIndex = 0;
  while (token.lastIndex < html.length) {
    const at = token.lastIndex;
    const found = token.exec(html);
    const parent = open.at(-1);
    if (!found || !parent) throw new Error(`Not HTML: ${html.slice(at, at + 80)}`);
    const [text, endName, name, attributes = ''] = found;
    if (endName) {
      if (parent.name !== endName) throw new Error(`</${endName}> ends <${parent.name}> at ${at}`);
      open.pop();
    } else if (name) {
      const element = { name, attributes: parseAttributes(attributes), children: [] };
      parent.children.push(element);
      if (rawElements.has(name)) token.lastIndex = takeRaw(html, token.lastIndex, element);
      else if (!voidElements.has(name)) open.push(element);
    } else if (!text.startsWith('<!')) parent.children.push(decode(text));
  }
  if (open.length > 1) throw new Error(`<${open.at(-1)?.name}> is never closed`);
  return root;
}

/** Every element below `root` that passes, in the order of the document. */
export function findElements(
  root: HtmlElement,
  wanted: string | ((element: HtmlElement) => boolean),
): readonly HtmlElement[] {
  const passes = typeof wanted === 'string' ? ({ name }: HtmlElement) => name === wanted : wanted;
  return root.children.flatMap((child) =>
    typeof child === 'string'
      ? []
      : [...(passes(child) ? [child] : []), ...findElements(child, wanted)],
  );
}

/** The only element that passes. @throws when there is none or more than one */
export function findOnly(
  root: HtmlElement,
  wanted: string | ((element: HtmlElement) => boolean),
): HtmlElement {
  const [first, ...others] = findElements(root, wanted);
  if (!first) throw new Error(`No ${wanted}`);
  if (others.length > 0) throw new Error(`${others.length + 1} times ${wanted}`);
  return first;
}

/** What an element says: its text without tags, scripts and styles, white space as people see it. */
export function readText(element: HtmlElement): string {
  return collectText(element).replace(/\s+/g, ' ').trim();
}

/** Elements that begin a line of their own in every browser, without any style sheet of a page. */
const blockElements = new Set(
  (
    'address article aside blockquote body br dd details dialog div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 head header hr html legend li main nav noscript ol option p ' +
    'section select summary table td th title tr ul'
  ).split(' '),
);

/**
 * What is read without styles, in the runs in which it stands: the texts of inline elements that
 * follow each other on one line. A block ends the line.
 *
 * @returns lines, each the texts of the elements on it, in order and exactly as they are written
 */
export function readLines(root: HtmlElement): readonly (readonly string[])[] {
  const lines: string[][] = [[]];
  const read = (element: HtmlElement) => {
    let run = '';
    const endRun = () => {
      if (run !== '') lines.at(-1)?.push(run);
      run = '';
    };
    for (const child of element.children) {
      if (typeof child === 'string') {
        run += child;
        continue;
      }
      endRun();
      if (rawElements.has(child.name)) continue;
      const isBlock = blockElements.has(child.name);
      if (isBlock) lines.push([]);
      read(child);
      if (isBlock) lines.push([]);
    }
    endRun();
  };
  read(root);
  return lines.filter((line) => line.length > 0);
}

/** The text exactly as it stands in a `<script>` or `<style>`. */
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

function parseAttributes(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(attribute)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      decode(value),
    ]),
  );
}

function takeRaw(html: string, from: number, element: OpenElement): number {
  const end = html.indexOf(`</${element.name}>`, from);
  if (end < 0) throw new Error(`<${element.name}> is never closed`);
  element.children.push(html.slice(from, end));
  return end + element.name.length + 3;
}

function decode(text: string): string {
  return text.replace(/&([^;]*;?)/g, (_whole, rest: string) => {
    const character = entities.get(rest.replace(/;$/, ''));
    if (character === undefined) throw new Error(`Unknown entity &${rest}`);
    return character;
  });
}
