/** An element to render: strings among its children are text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
}

/** Makes an element. Element and attribute names are ours; attribute values and text may be anything. */
export function createElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (XmlElement | string)[]
): XmlElement {
  return { name, attributes, children };
}

/** An element that holds only text. */
export function createText(name: string, text: string): XmlElement {
  return createElement(name, {}, text);
}

/** A document in UTF-8 (XML 1.0, section 2.8). */
export function renderXml(root: XmlElement): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${renderElement(root)}\n`;
}

/**
 * Text for XML. It escapes the five characters of the syntax, and removes the characters that XML 1.0 cannot contain
 * even when escaped (section 2.2): control characters, halves of a surrogate pair, U+FFFE, U+FFFF.
 */
export function escapeXml(text: string): string {
  return text.toWellFormed().replace(forbidden, '').replace(special, escapeCharacter);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const special = /[<>&"'\r]/g;

/** By number, because HTML and XML both understand it. A lone CR would be read as LF (section 2.11). */
function escapeCharacter(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

function renderElement({ name, attributes, children }: XmlElement): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
    .join('');
  if (children.length === 0) return `<${name}${written}/>`;
  const content = children.map((child) =>
    typeof child === 'string' ? escapeXml(child) : `\n${renderElement(child)}`,
  );
  const end = typeof children.at(-1) === 'string' ? '' : '\n';
  return `<${name}${written}>${content.join('')}${end}</${name}>`;
}
