/** What a page says and offers, however it is marked up. */
export interface PageContent {
  readonly words: string;
  readonly headings: readonly string[];
  readonly links: readonly string[];
  /** Method and address of each form. */
  readonly forms: readonly string[];
  /** Type and name of each field that people see. */
  readonly fields: readonly string[];
}

/** Reads what React has written: every attribute stands in double quotes, every tag is closed. */
export function readPageContent(html: string): PageContent {
  const body = readBody(html).replace(/<svg.*?<\/svg>/gs, '');
  const tags = [...body.matchAll(/<(\w+)([^>]*)>/g)].map(([, name = '', attributes = '']) => ({
    name,
    read: (attribute: string) =>
      new RegExp(`\\s${attribute}="([^"]*)"`).exec(attributes)?.[1] ?? '',
    isHidden: /\shidden=/.test(attributes),
  }));
  const named = (name: string) => tags.filter((tag) => tag.name === name);
  return {
    words: readWords(body),
    headings: [...body.matchAll(/<h[1-6].*?<\/h[1-6]>/gs)].map(([heading]) => readWords(heading)),
    links: named('a').map(({ read }) => read('href')),
    forms: named('form').map(({ read }) => `${read('method')} ${read('action')}`),
    fields: named('input')
      .filter(({ isHidden }) => !isHidden)
      .map(({ read }) => `${read('type')} ${read('name')}`),
  };
}

/** How many elements the body of a page has. */
export function countElements(html: string): number {
  return [...readBody(html).matchAll(/<\w/g)].length;
}

/** What one page has and the other has not, as lines for people; empty when they are equal. */
export function findDifferences(ours: PageContent, naive: PageContent): readonly string[] {
  const lines: string[] = [];
  const compare = (what: string, one: readonly string[], other: readonly string[]) => {
    const at = [...one, ''].findIndex((entry, index) => entry !== (other[index] ?? ''));
    if (at < 0 && one.length === other.length) return;
    const first = at < 0 ? one.length : at;
    const show = (list: readonly string[]) =>
      JSON.stringify(list.slice(first, first + 8).join(' '));
    lines.push(`${what} ${first + 1}: ours ${show(one)}, naive ${show(other)}`);
  };
  compare('word', ours.words.split(' '), naive.words.split(' '));
  compare('heading', ours.headings, naive.headings);
  compare('link', ours.links, naive.links);
  compare('form', ours.forms, naive.forms);
  compare('field', ours.fields, naive.fields);
  return lines;
}

/** React's comments between two texts part nothing; its tags may. */
function readWords(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function readBody(html: string): string {
  const body = /<body.*<\/body>/s.exec(html)?.[0];
  if (body === undefined) throw new Error('A page without a body');
  return body.replace(/<!--.*?-->/gs, '').replace(/<(script|style)\b.*?<\/\1>/gs, '');
}
