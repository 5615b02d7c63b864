/**
 * The headers by which a CDN finds its copies of a response: the kind of the response (`page`, `feed`, `calendar`,
 * `resource`, `file`), and for a page its id too. Cloudflare, Google and Bunny read `Cache-Tag`, Fastly and Varnish
 * `Surrogate-Key`.
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
  return [/^application\/(rss|atom|feed)\+/.test(contentType) ? 'feed' : 'resource'];
}
