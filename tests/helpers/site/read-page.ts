import type { RequestListener } from 'node:http';
import request from 'supertest';
import { createApp } from '#server/app.ts';
import {
  getOnly,
  type HtmlElement,
  listElements,
  parseHtml,
  readText,
} from '../documents/parse-html.ts';

/** A page as visitors without JavaScript get it. */
export async function readPage(address: string, app: RequestListener = createApp()) {
  const response = await request(app).get(address);
  const root = parseHtml(response.text);
  const main = getOnly(root, 'main');
  return { response, root, main, words: readText(main) };
}

/** The links in an element with a text that begins with these words: `Request Invite (opens in …`. */
export function listLinks(root: HtmlElement, words: string): readonly HtmlElement[] {
  return listElements(root, (each) => each.name === 'a' && readText(each).startsWith(words));
}

/** An attribute of every link that begins with these words, each value once. */
export function readLinks(root: HtmlElement, words: string, attribute = 'href') {
  return [...new Set(listLinks(root, words).map((link) => link.attributes.get(attribute)))];
}

/** The texts of all elements of a name, in the order of the document. */
export function readAll(root: HtmlElement, name: string): readonly string[] {
  return listElements(root, name).map(readText);
}

/** Finds elements by an attribute. */
export function hasAttribute(name: string, value?: string) {
  return ({ attributes }: HtmlElement) =>
    value === undefined ? attributes.has(name) : attributes.get(name) === value;
}
