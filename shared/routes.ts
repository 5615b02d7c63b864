/**
 * THE PAGE TABLE. A page exists because it has a row here; its status, navigation, head tags, canonical
 * redirects and the tests that run over every page all derive from the row. `client/README.md` shows how
 * to add a page.
 */

import { newsletterPages } from './newsletter/outcomes.ts';

interface PageLink {
  readonly label: string;
}

interface PageRow {
  readonly id: string;
  /** Canonical path. A row without one is a response (404, 500 …) without an address of its own. */
  readonly path?: string;
  /** Paths that the page had before: they lead to it (308). Never a path of another page. */
  readonly formerPaths?: readonly string[];
  /** The HTTP status; by default 200. */
  readonly status?: number;
  /** Title without the site's name; `head.ts` adds that. */
  readonly title: string;
  readonly description: string;
  /** Whether search engines may list it; by default a row with a path. */
  readonly indexed?: false;
  /** The link in the header, for a page that has one. */
  readonly header?: PageLink;
  /** The link in the footer, for a page that has one. */
  readonly footer?: PageLink;
  /** Shown inside another page's frame: no header, no footer, no script. */
  readonly embedded?: true;
  /** The page depends on the content lists or the time: the browser gets its content as data (`page-data.ts`). */
  readonly hasData?: true;
  /** A part of it is sent after the rest (`server/README.md`): no cache keeps it, and its policy has a nonce. */
  readonly hasDeferredPart?: true;
}

const rows = [
  {
    id: 'home',
    path: '/',
    title: 'Backing Indian Art, Culture & Tech Ventures',
    description:
      'A community-driven investor network in Europe. We back Indian-inspired art, culture and technology ventures with capital, connections and inspiration.',
    hasData: true,
  },
  {
    id: 'events',
    path: '/events',
    title: 'Events & Opportunities',
    description:
      'Investor circles, bootcamps and delegations, in person and online, for investors and founders between India and Europe.',
    hasData: true,
    footer: { label: 'Events' },
  },
  {
    id: 'manifesto',
    path: '/manifesto',
    title: 'Manifesto',
    description:
      'Why the network exists, what it believes and promises, whom it supports and how, and the year 2047 it works towards.',
    hasData: true,
    header: { label: 'Manifesto' },
    footer: { label: 'Manifesto' },
  },
  {
    id: 'blog',
    path: '/blog',
    title: 'Blog',
    description: 'Notes on technology, culture and investment between India and Europe.',
    hasData: true,
    header: { label: 'Blog' },
    footer: { label: 'Blog' },
  },
  {
    id: 'investor-faq',
    path: '/investor-faq',
    title: 'Investor FAQ',
    description:
      'The questions that most people ask before they join, from the kinds of investment and their risks to the four steps of getting started.',
    hasData: true,
    footer: { label: 'Investor FAQ' },
  },
  {
    id: 'contact',
    path: '/contact',
    title: 'Get in Touch',
    description:
      'Write to the network about mentorship, partnerships, corporate collaboration or anything else you would like to contribute.',
    footer: { label: 'Contact' },
  },
  {
    id: 'about',
    path: '/about',
    title: 'About',
    description:
      'The mission of the network, the four reasons it exists, the people who run it and the partners who work with it.',
    hasData: true,
  },
  {
    id: 'thank-you',
    path: '/thank-you',
    title: 'Thank You',
    description: 'We have received what you sent. Here is what happens next.',
    hasData: true,
    indexed: false,
  },
  {
    id: 'privacy',
    path: '/privacy',
    title: 'Privacy Policy',
    description:
      'Which personal data the network collects, what it does with them, how long it keeps them and what rights you have.',
    hasData: true,
    footer: { label: 'Legal' },
  },
  {
    id: 'terms',
    path: '/terms',
    title: 'Terms of Use',
    description:
      'The terms on which you use this website, including the notice that nothing on it is investment advice.',
    hasData: true,
  },
  {
    id: 'contact-form',
    path: '/contact/form',
    title: 'Write to us',
    description: 'How to write to the network by e-mail.',
    indexed: false,
    embedded: true,
  },
  {
    id: 'not-found',
    status: 404,
    title: 'Page not found',
    description: 'There is no page at this address.',
  },
  {
    id: 'bad-request',
    status: 400,
    title: 'Address not readable',
    description: 'This address cannot be read.',
  },
  {
    id: 'method-not-allowed',
    status: 405,
    title: 'Not possible here',
    description: 'This page can be read, but nothing can be sent to it.',
  },
  ...newsletterPages,
  {
    id: 'failure',
    status: 500,
    title: 'Unexpected Application Error!',
    description: 'Something went wrong on our side.',
  },
] as const satisfies readonly PageRow[];

export type PageId = (typeof rows)[number]['id'];

/** The path of a page. A renamed page is a compile error wherever its old path is written. */
export type PagePath = Extract<(typeof rows)[number], { readonly path: string }>['path'];

/** The address of a page within the site: its path, alone or with a query or a fragment. */
export type PageUrl = PagePath | `${PagePath}?${string}` | `${PagePath}#${string}`;

/** A row with its defaults. */
export interface Page extends Omit<PageRow, 'indexed' | 'path'> {
  readonly id: PageId;
  readonly path?: PagePath;
  readonly status: number;
  readonly indexed: boolean;
}

export const pages: readonly Page[] = rows.map((row) => ({
  status: 200,
  indexed: 'path' in row,
  ...row,
}));

const pagesById = new Map<string, Page>(pages.map((page) => [page.id, page]));
const pagesByPath = new Map<string, Page>(
  pages.flatMap((page) => (page.path ? [[page.path, page]] : [])),
);

/** The row of a page id. Every `PageId` has one, so this only throws on a programming error. */
export function getPageById(id: PageId): Page {
  const page = pagesById.get(id);
  if (!page) throw new Error(`The page table has no row "${id}"`);
  return page;
}

/** The page at a canonical path, or undefined where there is none. */
export function findPageByPath(path: string): Page | undefined {
  return pagesByPath.get(path);
}

/**
 * The canonical spelling of a path: lower case, single slashes, none at the end, percent-escapes resolved.
 *
 * @param path a decoded path, beginning with a slash
 */
export function formatCanonicalPath(path: string): string {
  return path
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1');
}

/** `aria-current` of a link: `page` on its own page, `true` below it; nothing is below Home. */
export function findCurrent(linkPath: string, currentPath: string): 'page' | 'true' | undefined {
  if (linkPath === currentPath) return 'page';
  return linkPath !== '/' && currentPath.startsWith(`${linkPath}/`) ? 'true' : undefined;
}

/** The links of the header or the footer, in the order of the rows. */
function listLinks(part: 'header' | 'footer') {
  return pages.flatMap(({ path, [part]: link }) => (path && link ? { path, ...link } : []));
}

/** Links of the footer in the specification's order: Events, Manifesto, Blog, FAQ, Contact, Legal. */
export const footerLinks = listLinks('footer');

/** Links of the header in the specification's order: Manifesto, Blog. */
export const headerLinks = listLinks('header');
