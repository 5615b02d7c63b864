import { DOMParser, type Document, type Element } from '@xmldom/xmldom';

/**
 * A parsed document; parsers of HTML repair what they read. @throws for anything that is not well-formed, warnings included, but for the one
 * about U+FFFD: it is a character like any other (XML 1.0, section 2.2) and stands for half a pair.
 */
export function parseXml(
  text: string,
  type: 'application/xml' | 'text/html' = 'application/xml',
): Document {
  return new DOMParser({
    onError: (level, message) => {
      if (message.startsWith('Unicode replacement character')) return;
      throw new Error(`${level}: ${message}`);
    },
  }).parseFromString(text, type);
}

/** Every element of a name, prefix included, in the order of the document. */
export function listAll(root: Document | Element, name: string): readonly Element[] {
  return [...root.getElementsByTagName(name)];
}

/** The text of the only element of a name. @throws when there is none or more than one */
export function readOnly(root: Document | Element, name: string): string {
  const [first, ...others] = listAll(root, name);
  if (!first || others.length > 0) throw new Error(`${others.length + (first ? 1 : 0)} of ${name}`);
  return first.textContent ?? '';
}
