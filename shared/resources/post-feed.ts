import { formatPageUrl, formatPostUrl } from '../addresses.ts';
import type { BlogPost } from '../content/posts.ts';
import { getSharedFile, type PhotographFiles } from '../photographs.ts';
import type { Site } from '../site.ts';
import { createElement, createText, escapeXml, renderXml, type XmlElement } from './xml.ts';

export interface FeedSource {
  readonly site: Site;
  /** Title and description of the blog. */
  readonly blog: { readonly title: string; readonly lead: string };
  /** Newest first. */
  readonly posts: readonly BlogPost[];
  /** The path of this feed, such as `/feed.xml`. */
  readonly path: string;
}

/** RSS 2.0 (rssboard.org/rss-specification), with the namespaces its validator asks for. */
export function renderRss({ site, blog, posts, path }: FeedSource): string {
  const items = posts.map((post) =>
    createElement(
      'item',
      {},
      createText('title', post.title),
      createText('link', formatPostUrl(post, site)),
      createElement('guid', { isPermaLink: 'false' }, formatPostId(post, site)),
      createText('pubDate', formatRfc822(post.date)),
      createText('category', post.category),
      createText('dc:creator', post.author), // RSS's own `author` is an e-mail address.
      // Readers parse the description as HTML, so a text is escaped once for HTML and once for XML.
      createText('description', escapeXml(post.excerpt)),
      ...describeMedia(post, site),
    ),
  );
  return renderXml(
    createElement(
      'rss',
      {
        version: '2.0',
        'xmlns:atom': 'http://www.w3.org/2005/Atom',
        'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
        'xmlns:media': 'http://search.yahoo.com/mrss/',
      },
      createElement(
        'channel',
        {},
        createText('title', `${site.name}: ${blog.title}`),
        createText('link', formatPageUrl('blog', site)),
        createElement('atom:link', {
          rel: 'self',
          type: 'application/rss+xml',
          href: new URL(path, site.origin).href,
        }),
        createText('description', blog.lead),
        createText('language', 'en'),
        ...(posts.length > 0 ? [createText('lastBuildDate', formatRfc822(getLatest(posts)))] : []),
        ...items,
      ),
    ),
  );
}

/** Atom (RFC 4287). */
export function renderAtom({ site, blog, posts, path }: FeedSource): string {
  const entries = posts.map((post) =>
    createElement(
      'entry',
      {},
      createText('id', formatPostId(post, site)),
      createElement('title', { type: 'text' }, post.title),
      createElement('link', {
        rel: 'alternate',
        type: 'text/html',
        href: formatPostUrl(post, site),
      }),
      createText('published', formatRfc3339(post.date)),
      createText('updated', formatRfc3339(post.date)),
      createElement('author', {}, createText('name', post.author)),
      createElement('category', { term: post.category }),
      createElement('summary', { type: 'text' }, post.excerpt),
      ...describeEnclosure(post, site),
    ),
  );
  return renderXml(
    createElement(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en' },
      createText('id', formatPageUrl('blog', site)),
      createElement('title', { type: 'text' }, `${site.name}: ${blog.title}`),
      createElement('subtitle', { type: 'text' }, blog.lead),
      createText('updated', formatRfc3339(getLatest(posts))),
      createElement('author', {}, createText('name', site.name)),
      createElement('link', {
        rel: 'self',
        type: 'application/atom+xml',
        href: new URL(path, site.origin).href,
      }),
      createElement('link', {
        rel: 'alternate',
        type: 'text/html',
        href: formatPageUrl('blog', site),
      }),
      createText('icon', new URL('/icon-192.png', site.origin).href),
      ...entries,
    ),
  );
}

/** JSON Feed 1.1 (jsonfeed.org/version/1.1). */
export function renderJsonFeed({ site, blog, posts, path }: FeedSource): string {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: `${site.name}: ${blog.title}`,
    home_page_url: formatPageUrl('blog', site),
    feed_url: new URL(path, site.origin).href,
    description: blog.lead,
    icon: new URL('/icon-512.png', site.origin).href,
    favicon: new URL('/icon-192.png', site.origin).href,
    language: 'en',
    authors: [{ name: site.name, url: formatPageUrl('home', site) }],
    items: posts.map((post) => ({
      id: formatPostId(post, site),
      url: formatPostUrl(post, site),
      title: post.title.toWellFormed(),
      summary: post.excerpt.toWellFormed(),
      content_text: post.excerpt.toWellFormed(),
      date_published: formatRfc3339(post.date),
      authors: [{ name: post.author.toWellFormed() }],
      tags: [post.category],
      ...(post.photograph ? { image: formatPhotographUrl(post.photograph, site) } : {}),
    })),
  };
  return `${JSON.stringify(feed, null, 2)}\n`;
}

/** Media RSS (rssboard.org/media-rss). RSS's own `enclosure` needs the size in bytes and is for podcasts. */
function describeMedia({ photograph, picture }: BlogPost, site: Site): readonly XmlElement[] {
  if (!photograph || !picture) return [];
  const { width, height } = getSharedFile(photograph, 'landscape');
  return [
    createElement(
      'media:content',
      {
        url: formatPhotographUrl(photograph, site),
        type: 'image/jpeg',
        medium: 'image',
        width: `${width}`,
        height: `${height}`,
      },
      createText('media:description', picture.alt),
    ),
  ];
}

/** RFC 4287, section 4.2.7.2. */
function describeEnclosure({ photograph }: BlogPost, site: Site): readonly XmlElement[] {
  if (!photograph) return [];
  return [
    createElement('link', {
      rel: 'enclosure',
      type: 'image/jpeg',
      href: formatPhotographUrl(photograph, site),
    }),
  ];
}

function formatPhotographUrl(photograph: PhotographFiles, { origin }: Site): string {
  return new URL(getSharedFile(photograph, 'landscape').path, origin).href;
}

/**
 * The same for ever, even if the post's address changes: a tag URI (RFC 4151) of the host, the day of the post, when
 * the host was ours, and the post's id.
 */
function formatPostId({ id, date }: BlogPost, { origin }: Site): string {
  return `tag:${new URL(origin).hostname},${date}:blog/${encodeURIComponent(id)}`;
}

/** A post has a day and no time. At noon UTC it is the same day nearly everywhere. */
function getInstant(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

/** `Thu, 18 Sep 2025 12:00:00 GMT`: RFC 822 with the year in four digits, as RSS 2.0 allows. */
function formatRfc822(day: string): string {
  return getInstant(day).toUTCString();
}

/** `2025-09-18T12:00:00Z` (RFC 3339). */
function formatRfc3339(day: string): string {
  return getInstant(day).toISOString().replace('.000Z', 'Z');
}

/** The latest date of the posts. Without posts it is long ago, because Atom requires a date. */
function getLatest(posts: readonly BlogPost[]): string {
  const days = posts.map(({ date }) => date).sort(); // Such dates sort as text.
  return days.at(-1) ?? '1970-01-01';
}
