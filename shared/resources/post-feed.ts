import { formatAbsoluteUrl, formatPageUrl, formatPostUrl } from '../addresses.ts';
import type { BlogPost } from '../content/posts.ts';
import { formatWithOffset, getStartOfDay } from '../dates/local-time.ts';
import { getSharedFile, type PhotographFiles } from '../design/photographs.ts';
import { formatPostId, formatTagUri } from '../identifiers.ts';
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
  /** The path of this feed, such as `/feed.xml`. */
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

/** Atom (RFC 4287). */
export function renderAtom({ site, blog, posts, publishedAt, path }: FeedSource): string {
  const entries = posts.map(
    (post) => xml`
      <entry>
        <id>${formatPostId(post, site)}</id>
        <title type="text">${post.title}</title>
        <link rel="alternate" type="text/html" href="${formatPostUrl(post, site)}"/>
        <published>${formatRfc3339(post.date, site)}</published>
        <updated>${formatRfc3339(post.date, site)}</updated>
        <author>
          <name>${post.author}</name>
        </author>
        <category term="${post.category}"/>
        <summary type="text">${post.excerpt}</summary>${describeEnclosure(post, site)}
      </entry>`,
  );
  return renderXml(xml`
    <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
      <id>${formatTagUri('blog', site)}</id>
      <title type="text">${site.name}: ${blog.title}</title>
      <subtitle type="text">${blog.lead}</subtitle>
      <updated>${publishedAt}</updated>
      <author>
        <name>${site.name}</name>
      </author>
      <link rel="self" type="application/atom+xml" href="${formatAbsoluteUrl(path, site)}"/>
      <link rel="alternate" type="text/html" href="${formatPageUrl('blog', site)}"/>
      <icon>${formatAbsoluteUrl('/icon-192.png', site)}</icon>${entries}
    </feed>`);
}

/** JSON Feed 1.1 (jsonfeed.org/version/1.1). */
export function renderJsonFeed({ site, blog, posts, path }: FeedSource): string {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: `${site.name}: ${blog.title}`,
    home_page_url: formatPageUrl('blog', site),
    feed_url: formatAbsoluteUrl(path, site),
    description: blog.lead,
    icon: formatAbsoluteUrl('/icon-512.png', site),
    favicon: formatAbsoluteUrl('/icon-192.png', site),
    language: 'en',
    authors: [{ name: site.name, url: formatPageUrl('home', site) }],
    items: posts.map((post) => ({
      id: formatPostId(post, site),
      url: formatPostUrl(post, site),
      title: post.title.toWellFormed(),
      summary: post.excerpt.toWellFormed(),
      content_text: post.excerpt.toWellFormed(),
      date_published: formatRfc3339(post.date, site),
      authors: [{ name: post.author.toWellFormed() }],
      tags: [post.category],
      ...(post.photograph ? { image: formatPhotographUrl(post.photograph, site) } : {}),
    })),
  };
  return `${JSON.stringify(feed, null, 2)}\n`;
}

/** Media RSS (rssboard.org/media-rss). RSS's own `enclosure` needs the size in bytes and is for podcasts. */
function describeMedia({ photograph, photoAlt = '' }: BlogPost, site: Site) {
  if (!photograph) return [];
  const { width, height } = getSharedFile(photograph, 'landscape');
  return xml`
    <media:content url="${formatPhotographUrl(photograph, site)}" type="image/jpeg" medium="image" width="${String(width)}" height="${String(height)}">
      <media:description>${photoAlt}</media:description>
    </media:content>`;
}

/** RFC 4287, section 4.2.7.2. */
function describeEnclosure({ photograph }: BlogPost, site: Site) {
  if (!photograph) return [];
  return xml`
    <link rel="enclosure" type="image/jpeg" href="${formatPhotographUrl(photograph, site)}"/>`;
}

function formatPhotographUrl(photograph: PhotographFiles, site: Site): string {
  return formatAbsoluteUrl(getSharedFile(photograph, 'landscape').path, site);
}

/** `Thu, 18 Sep 2025 00:00:00 +0200`: RFC 822 with the year in four digits, as RSS 2.0 allows. */
function formatRfc822(day: string, site: Site): string {
  const offset = formatRfc3339(day, site).slice(-'+02:00'.length).replace(':', '');
  return new Date(day).toUTCString().replace('GMT', offset);
}

/**
 * RFC 3339. A post has a day and no time: its day begins at midnight in the network's time zone, so that no feed is
 * dated in the future.
 */
function formatRfc3339(day: string, { timezone }: Site): string {
  return formatWithOffset(getStartOfDay(Date.parse(`${day}T12:00Z`), timezone), timezone);
}
