/**
 * The headers by which a CDN finds its copies of a response: the kind of its content (`page`, `feed`,
 * `calendar`, `document`, `file`) and of a page its id. `Cache-Tag` is Cloudflare's, Google's and Bunny's
 * name, `Surrogate-Key` that of Fastly and Varnish.
 *
 * @returns names and values in turn; none where the response must not be stored
 */
export function formatCacheTags(
  route: string,
  headers: Readonly<Record<string, string>>,
): readonly string[] {
  if (headers['cache-control']?.includes('no-store')) return [];
  const tags = listTags(route, headers['content-type'] ?? '');
  return ['cache-tag', tags.join(','), 'surrogate-key', tags.join(' ')];
}

function listTags(route: string, contentType: string): readonly string[] {
  if (route === 'file') return ['file'];
  if (route !== 'resource') return ['page', `page-${route}`];
  if (contentType.startsWith('text/calendar')) return ['calendar'];
  return [/^application\/(rss|atom|feed)\+/.test(contentType) ? 'feed' : 'document'];
}
