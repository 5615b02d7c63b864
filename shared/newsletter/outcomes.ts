/*
 * THE TABLE OF THE NEWSLETTER'S OUTCOMES: every result of its form, the links of its mails and their buttons. The
 * page table (routes.ts), the types of the outcomes and the labels of the metrics derive from it. To add an outcome,
 * add a row; the compiler then asks for its words in content/newsletter-outcomes.ts. One page renders them all:
 * client/pages/newsletter-outcome-page.tsx.
 */

/** Days until an unconfirmed address is deleted. The privacy page says so too. */
export const unconfirmedDays = 30;

type NewsletterAction = 'subscribe' | 'confirm' | 'unsubscribe';

interface OutcomeRow {
  readonly id: string;
  readonly status: number;
  /** The document's title without the site's name. */
  readonly title: string;
  /** The actions that can have this outcome; empty for a page that asks for an action. */
  readonly after: readonly NewsletterAction[];
  /** `button` posts to the page's address, with its token; `form` is the newsletter's form. By default a link home. */
  readonly next?: 'button' | 'form';
  /** The emblem's dye; by default indigo. */
  readonly dye?: 'madder';
}

const rows = [
  { id: 'not-open', status: 503, title: 'The newsletter is not open yet', after: ['subscribe'] },
  {
    id: 'invalid',
    status: 422,
    title: 'Please check your address',
    after: ['subscribe'],
    next: 'form',
  },
  { id: 'limited', status: 429, title: 'Too many requests', after: ['subscribe'] },
  {
    id: 'unavailable',
    status: 503,
    title: 'Not possible right now',
    after: ['subscribe', 'confirm', 'unsubscribe'],
  },
  { id: 'cross-site', status: 403, title: 'Not sent from our page', after: ['subscribe'] },
  {
    id: 'confirm',
    status: 200,
    title: 'Confirm your subscription',
    after: [],
    next: 'button',
    dye: 'madder',
  },
  {
    id: 'confirmed',
    status: 200,
    title: 'Subscription confirmed',
    after: ['confirm'],
    dye: 'madder',
  },
  {
    id: 'already-confirmed',
    status: 200,
    title: 'Already confirmed',
    after: ['confirm'],
    dye: 'madder',
  },
  {
    id: 'link-expired',
    status: 410,
    title: 'This link has expired',
    after: ['confirm'],
    next: 'form',
  },
  { id: 'unsubscribe', status: 200, title: 'Leave the newsletter', after: [], next: 'button' },
  {
    id: 'unsubscribed',
    status: 200,
    title: 'You have left the newsletter',
    after: ['unsubscribe'],
  },
  { id: 'link-unknown', status: 404, title: 'This link does not work', after: ['unsubscribe'] },
] as const satisfies readonly OutcomeRow[];

type Row = (typeof rows)[number];

export type NewsletterOutcome = Row['id'];

export type NewsletterPageId = `newsletter-${NewsletterOutcome}`;

type RowAfter<Action extends NewsletterAction, Each = Row> = Each extends Row
  ? Action extends Each['after'][number]
    ? Each
    : never
  : never;

/** The outcomes of one action, for example `'confirmed' | 'already-confirmed' | …`. */
export type OutcomeOf<Action extends NewsletterAction> = RowAfter<Action>['id'];

/** The rows of the page table. None has a path, so none is in navigation or sitemap. */
export const newsletterPages = rows.map(({ id, status, title }) => ({
  id: `newsletter-${id}` as const,
  status,
  title,
  description: 'What has become of a subscription to the newsletter.',
  indexed: false,
  file: 'newsletter-outcome',
}));

/** The outcome that a page of the newsletter shows; undefined for every other page. */
export function findOutcome(
  pageId: string,
): (OutcomeRow & { readonly id: NewsletterOutcome }) | undefined {
  return rows.find(({ id }) => `newsletter-${id}` === pageId);
}

/** Whether a page shows an outcome of the newsletter. */
export function isNewsletterPage(pageId: string): pageId is NewsletterPageId {
  return findOutcome(pageId) !== undefined;
}

/** All outcomes of one action. */
export function listOutcomes<Action extends NewsletterAction>(action: Action) {
  const isAfter = (row: Row): row is RowAfter<Action> =>
    row.after.some((each: NewsletterAction) => each === action);
  return rows.filter(isAfter).map(({ id }) => id);
}
