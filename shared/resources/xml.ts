/** A part of an XML document with escaped texts. */
interface Xml {
  readonly xml: string;
}

/**
 * Writes XML. `${…}` contains a text, which is escaped, or other parts. The indentation of the template is left out.
 */
export function xml(
  strings: TemplateStringsArray,
  ...given: readonly (string | Xml | readonly Xml[])[]
): Xml {
  const parts = given.map((part) => {
    if (typeof part === 'string') return escapeXml(part);
    return [part]
      .flat()
      .map((each) => each.xml)
      .join('');
  });
  const written = strings.map((text) => text.replaceAll(/\n */g, '\n'));
  return { xml: String.raw({ raw: written }, ...parts) };
}

/**
 * A document in UTF-8 (XML 1.0, section 2.8).
 *
 * @param styles the path of a stylesheet, for people who open it
 */
export function renderXml(root: Xml, styles?: string): string {
  const link = styles ? `<?xml-stylesheet type="text/css" href="${styles}"?>` : '';
  return `<?xml version="1.0" encoding="utf-8"?>${link}${root.xml}\n`;
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

/** Escapes by number, because HTML and XML both understand it. A lone CR would be read as LF (section 2.11). */
function escapeCharacter(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
