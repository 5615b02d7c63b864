import { selectAll } from './events/filter-events.ts';
import type { PageId } from './routes.ts';

/** The parameters that a page's query may have, in the canonical order, with their defaults. */
const parameters: Partial<Record<PageId, Readonly<Record<string, string>>>> = {
  events: { ...selectAll, view: 'list', page: '1', event: '' },
  blog: { page: '1', post: '' },
  about: { page: '1' },
  'investor-faq': { page: '1' },
  'thank-you': { type: '' },
};

/**
 * The part of a query that a page knows, in lower case and without defaults: `?city=berlin`, or an empty text. What a
 * page does not know (`utm_source`) changes nothing in it. The value of `type` keeps its case (specification, section 2).
 *
 * @param search the query of an address, with or without its question mark
 */
export function readKnownQuery(id: PageId, search: string): string {
  const given = new URLSearchParams(search);
  const known = new URLSearchParams();
  for (const [name, initial] of Object.entries(parameters[id] ?? {})) {
    const values = given.getAll(name).map((it) => (name === 'type' ? it : it.toLowerCase()));
    if (values.length === 1 && ['', initial].includes(values[0] ?? '')) continue;
    for (const value of values) known.append(name, value);
  }
  const text = known.toString();
  return text && `?${text}`;
}
