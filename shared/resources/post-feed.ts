import { formatAbsoluteUrl, formatPageUrl, formatPostUrl } from '../addresses.ts';
import type { BlogPost } from '../content/posts.ts';
import { formatStartOfDay } from '../dates/local-time.ts';
import { getSharedFile } from '../design/photographs.ts';
import { formatPostId } from '../identifiers.ts';
import type { Site } from '../site.ts';
import { escapeXml, renderXml, xml } from './xml.ts';

interface FeedSource {
  readonly site: Site;
  /** Title and description of the blog. */
  readonly blog: { readonly title: string; readonly lead: string };
  /** Newest first. */
  readonly posts: readonly BlogPost[];
  /** The instant at which the posts were published in this form. Programs compare it before they read them again. */
  readonly publishedAt: string;
  /** The path of the feed. */
  readonly path: string;
}

/** RSS 2.0 (rssboard.org/rss-specification), with the namespaces its validator asks for. */
export function renderRss({ site, blog, posts, publishedAt, path }: FeedSource): string {
  // RSS's own `author` is an e-mail address. Readers parse the description as HTML, so a text is escaped once for HTML
  // and once for XML.
  const items = posts.map(
    (post) => xml`
      <item>
        <title>${post.title}</title>
        <link>${formatPostUrl(post, site)}</link>
        <guid isPermaLink="false">${formatPostId(post, site)}</guid>
        <pubDate>${formatRfc822(post.date, site)}</pubDate>
        <category>${post.category}</category>
        <dc:creator>${post.author}</dc:creator>
        <description>${escapeXml(post.excerpt)}</description>${describeMedia(post, site)}
      </item>`,
  );
  return renderXml(xml`
    <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
      <channel>
        <title>${site.name}: ${blog.title}</title>
        <link>${formatPageUrl('blog', site)}</link>
        <atom:link rel="self" type="application/rss+xml" href="${formatAbsoluteUrl(path, site)}"/>
        <description>${blog.lead}</description>
        <language>en</language>
        <lastBuildDate>${new Date(publishedAt).toUTCString()}</lastBuildDate>${items}
      </channel>
    </rss>`);
}

/** Media RSS (rssboard.org/media-rss). RSS's own `enclosure` needs the size in bytes and is for podcasts. */
function describeMedia({ photograph, photoAlt = '' }: BlogPost, site: Site) {
  if (!photograph) return [];
  const { path, width, height } = getSharedFile(photograph);
  return xml`
    <media:content url="${formatAbsoluteUrl(path, site)}" type="image/jpeg" medium="image" width="${String(width)}" height="${String(height)}">
      <media:description>${photoAlt}</media:description>
    </media:content>`;
}

/**
 * `Thu, 18 Sep 2025 00:00:00 +0200`: RFC 822 with the year in four digits, as RSS 2.0 allows. A post has a day and no
 * time: its day begins at midnight in the network's time zone, so that no feed is dated in the future.
 */
function formatRfc822(day: string, { timezone }: Site): string {
  const offset = formatStartOfDay(day, timezone).slice(-'+02:00'.length).replace(':', '');
  return new Date(day).toUTCString().replace('GMT', offset);
}
