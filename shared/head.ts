import type { Page } from './routes.ts';

/** What `<head>` says about a page. */
export interface Head {
  readonly title: string;
  readonly description: string;
  /** Absolute address without the query; undefined where the answer is not a page of the site. */
  readonly canonical: string | undefined;
  readonly indexed: boolean;
}

/**
 * The head of a page. The canonical address comes from the configured origin, never from the Host
 * header, which a stranger chooses.
 *
 * @param site its name and its origin without a slash at the end
 */
export function describeHead(
  page: Page,
  site: { readonly name: string; readonly origin: string },
): Head {
  return {
    title: page.id === 'home' ? `${site.name}: ${page.title}` : `${page.title} · ${site.name}`,
    description: page.description,
    canonical: page.path !== undefined ? new URL(page.path, site.origin).href : undefined,
    indexed: page.indexed,
  };
}
