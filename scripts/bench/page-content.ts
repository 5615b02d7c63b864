/**
 * What a page says and offers, however it is marked up: words, headings, links, forms and the fields
 * that people see. Reads what React has written: attributes stand in double quotes, tags are closed.
 */
function readPageContent(html: string): ReadonlyMap<string, readonly string[]> {
  const body = (/<body.*<\/body>/s.exec(html)?.[0] ?? '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<(script|style|svg)\b.*?<\/\1>/gs, '');
  const readWords = (part: string) => part.replace(/<[^>]*>/g, ' ').match(/\S+/g) ?? [];
  const readTags = (name: string, ...attributes: readonly string[]) =>
    [...body.matchAll(new RegExp(`<${name}\\s([^>]*)>`, 'g'))]
      .filter(([tag]) => !/\shidden=/.test(tag))
      .map(([tag]) =>
        attributes.map((each) => new RegExp(`\\s${each}="([^"]*)"`).exec(tag)?.[1]).join(' '),
      );
  const headings = [...body.matchAll(/<h[1-6].*?<\/h[1-6]>/gs)];
  return new Map([
    ['word', readWords(body)],
    ['heading', headings.map(([heading]) => readWords(heading).join(' '))],
    ['link', readTags('a', 'href').filter(Boolean)],
    ['form', readTags('form', 'method', 'action')],
    ['field', readTags('input', 'type', 'name')],
  ]);
}

/** The first difference of each kind between two pages, as lines for people. */
export function listDifferences(ourHtml: string, naiveHtml: string): readonly string[] {
  const naive = readPageContent(naiveHtml);
  return [...readPageContent(ourHtml)].flatMap(([kind, ours]) => {
    const theirs = naive.get(kind) ?? [];
    const at = Array.from({ length: Math.max(ours.length, theirs.length) }).findIndex(
      (_, index) => ours[index] !== theirs[index],
    );
    const show = (list: readonly string[]) => JSON.stringify(list.slice(at, at + 8).join(' '));
    return at < 0 ? [] : [`${kind} ${at + 1}: ours ${show(ours)}, naive ${show(theirs)}`];
  });
}
