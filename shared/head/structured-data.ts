import { formatAbsoluteUrl, formatPageUrl, formatPostUrl } from '../addresses.ts';
import type { InvestorQuestion } from '../content/investor-faq.ts';
import type { BlogPost } from '../content/posts.ts';
import { formatStartOfDay } from '../dates/local-time.ts';
import { getSharedFile, type PhotographFiles } from '../design/photographs.ts';
import type { EventFormat, EventSummary } from '../events/event.ts';
import { formatSummary } from '../events/event-words.ts';
import { formatEventUrl } from '../events/filter-query.ts';
import { formatPostId, formatTagUri } from '../identifiers.ts';
import type { PageData } from '../page-data.ts';
import type { Page } from '../routes.ts';
import type { Site } from '../site.ts';
import { formatSocialImagePath, type SocialImagesHash } from './social-images.ts';

type JsonLd = string | number | readonly JsonLd[] | { readonly [property: string]: JsonLd };
type Thing = { readonly [property: string]: JsonLd };

interface Context {
  readonly site: Site;
  readonly images: SocialImagesHash;
  /** What the page shows: this page of a list, or the event with open details. */
  readonly data?: PageData | undefined;
}

/**
 * What search engines read, in schema.org's vocabulary: the organisation, on Home the name of the site, and the things
 * on the page. It is one graph. Its parts refer to each other by `@id`.
 *
 * @returns undefined for a page that search engines do not index
 */
export function describeStructuredData(page: Page, context: Context): Thing | undefined {
  if (!page.indexed || page.path === undefined) return undefined;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      describeOrganization(context.site),
      ...(page.id === 'home' ? [describeWebSite(context.site)] : []),
      ...describeContent(context),
    ],
  };
}

function describeContent(context: Context): readonly Thing[] {
  const { data } = context;
  switch (data?.pageId) {
    case 'events':
      if (data.details) return [describeEvent(data.details, context)];
      if (data.total) return [describeEventList(data.events, context)];
      return data.events.map((event) => describeEvent(event, context));
    case 'blog':
      return [describeBlog(data.list.entries, context)];
    case 'investor-faq':
      return [{ '@type': 'FAQPage', mainEntity: data.list.entries.map(describeQuestion) }];
    default:
      return [];
  }
}

const organizationId = (site: Site) => formatTagUri('organization', site);

function describeOrganization(site: Site): Thing {
  const profiles = site.social.flatMap(({ url }) => url ?? []);
  return {
    '@type': 'Organization',
    '@id': organizationId(site),
    name: site.name,
    description: site.description,
    url: formatPageUrl('home', site),
    email: site.email,
    logo: formatAbsoluteUrl('/icon-512.png', site),
    ...(profiles.length > 0 ? { sameAs: profiles } : {}),
  };
}

function describeWebSite(site: Site): Thing {
  return {
    '@type': 'WebSite',
    '@id': formatTagUri('website', site),
    name: site.name,
    url: formatPageUrl('home', site),
  };
}

function describeQuestion({ question, answer, steps = [] }: InvestorQuestion): Thing {
  const numbered = steps.map((step, index) => `${index + 1}. ${step}`);
  return {
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: [...answer, ...numbered].join('\n') },
  };
}

const attendanceModes: Readonly<Record<EventFormat, string>> = {
  online: 'OnlineEventAttendanceMode',
  offline: 'OfflineEventAttendanceMode',
  hybrid: 'MixedEventAttendanceMode',
};

/** A page of a long list: each event is described at its own address. */
function describeEventList(events: readonly EventSummary[], { site }: Context): Thing {
  return {
    '@type': 'ItemList',
    itemListElement: events.map((event, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: formatEventUrl(event, site),
    })),
  };
}

/** An event in schema.org's vocabulary: times with their offset, and its place or link. */
export function describeEvent(event: EventSummary, { site, images }: Context): Thing {
  const url = formatEventUrl(event, site);
  return {
    '@type': 'Event',
    '@id': formatTagUri(`events/${event.slug}`, site),
    url,
    name: event.title,
    description: formatSummary(event),
    startDate: event.startAt,
    endDate: event.endAt,
    ...describeStatus(event),
    eventAttendanceMode: `https://schema.org/${attendanceModes[event.format]}`,
    location: describeLocation(event, url),
    organizer: { '@id': organizationId(site) },
    ...(event.photograph
      ? describePhotograph(event.photograph, site)
      : images !== undefined && {
          image: formatAbsoluteUrl(formatSocialImagePath(`event-${event.slug}`, images), site),
        }),
  };
}

/** `EventScheduled` is right for past events too. `EventRescheduled` is for another date, not for another venue. */
function describeStatus({ status, startAt }: EventSummary): Thing {
  if (status.kind === 'cancelled') return { eventStatus: 'https://schema.org/EventCancelled' };
  if (status.kind === 'moved' && status.from.startAt !== startAt) {
    const previousStartDate = status.from.startAt.slice(0, 10); // A day, by the property's definition.
    return { eventStatus: 'https://schema.org/EventRescheduled', previousStartDate };
  }
  return { eventStatus: 'https://schema.org/EventScheduled' };
}

function describeLocation({ format, venue, city, country }: EventSummary, url: string): JsonLd {
  const online = { '@type': 'VirtualLocation', url };
  const place = {
    '@type': 'Place',
    name: venue,
    address: {
      '@type': 'PostalAddress',
      addressLocality: city,
      ...(country === '' ? {} : { addressCountry: country }),
    },
  };
  switch (format) {
    case 'online':
      return online;
    case 'offline':
      return place;
    case 'hybrid':
      return [place, online];
  }
}

/** The blog with its posts, which have anchors on one page and no pages of their own. */
export function describeBlog(list: readonly BlogPost[], { site }: Context): Thing {
  return {
    '@type': 'Blog',
    '@id': formatTagUri('blog', site),
    url: formatPageUrl('blog', site),
    name: `${site.name}: Blog`,
    inLanguage: 'en',
    publisher: { '@id': organizationId(site) },
    blogPost: list.map((post) => ({
      '@type': 'BlogPosting',
      '@id': formatPostId(post, site),
      url: formatPostUrl(post, site),
      headline: post.title,
      abstract: post.excerpt,
      datePublished: formatStartOfDay(post.date, site.timezone),
      articleSection: post.category,
      author: { '@type': 'Person', name: post.author },
      publisher: { '@id': organizationId(site) },
      ...(post.photograph ? describePhotograph(post.photograph, site) : {}),
    })),
  };
}

function describePhotograph(photograph: PhotographFiles, site: Site): Thing {
  return { image: formatAbsoluteUrl(getSharedFile(photograph).path, site) };
}
