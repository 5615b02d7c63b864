/*
 * THE TABLE OF THE NEWSLETTER'S OUTCOMES: every result of its form, the links of its mails and their buttons. The
 * page table (routes.ts), the types of the outcomes and the labels of the metrics derive from it. To add an outcome,
 * add a row; the compiler then asks for its words in content/newsletter-titles.ts and newsletter-outcomes.ts, and for
 * one of `subscribe` also in newsletter-responses.ts. One page renders them all: client/pages/newsletter-outcome-page.tsx.
 */

/** Days until an unconfirmed address is deleted. */
export const unconfirmedDays = 30;

/** So long a confirmation link works, from the moment when its mail is sent. */
export const linkHours = 72;

type NewsletterAction = 'subscribe' | 'confirm' | 'unsubscribe';

interface OutcomeRow {
  readonly status: number;
  /** The actions that can have this outcome; empty for a page that asks for an action. */
  readonly after: readonly NewsletterAction[];
  /** `button` posts to the page's address, with its token; `form` is the newsletter's form. By default a link home. */
  readonly next?: 'button' | 'form';
  /** The emblem's colour; by default indigo. */
  readonly colour?: 'madder';
}

const rows = {
  'not-open': { status: 503, after: ['subscribe'] },
  invalid: { status: 422, after: ['subscribe'], next: 'form' },
  limited: { status: 429, after: ['subscribe'] },
  unavailable: {
    status: 503,
    after: ['subscribe', 'confirm', 'unsubscribe'],
  },
  'cross-site': { status: 403, after: ['subscribe'] },
  confirm: {
    status: 200,
    after: [],
    next: 'button',
    colour: 'madder',
  },
  confirmed: { status: 200, after: ['confirm'], colour: 'madder' },
  'already-confirmed': {
    status: 200,
    after: ['confirm'],
    colour: 'madder',
  },
  'link-expired': { status: 410, after: ['confirm'], next: 'form' },
  unsubscribe: { status: 200, after: [], next: 'button' },
  unsubscribed: { status: 200, after: ['unsubscribe'] },
  'link-unknown': { status: 404, after: ['unsubscribe'] },
} as const satisfies Readonly<Record<string, OutcomeRow>>;

type Rows = typeof rows;

export type NewsletterOutcome = keyof Rows;

export type NewsletterPageId = `newsletter-${NewsletterOutcome}`;

/** The outcomes of one action, for example `'confirmed' | 'already-confirmed' | …`. */
export type OutcomeOf<Action extends NewsletterAction> = {
  [Id in NewsletterOutcome]: Action extends Rows[Id]['after'][number] ? Id : never;
}[NewsletterOutcome];

/** The filter keeps all; it tells the compiler that these texts are the names of the rows. */
const outcomes = Object.keys(rows).filter((id): id is NewsletterOutcome => Object.hasOwn(rows, id));

/** The rows of the page table, without their words. None has a path, so none is in navigation or sitemap. */
export const newsletterPages = outcomes.map((id) => ({
  id: `newsletter-${id}` as const,
  outcome: id,
  status: rows[id].status,
  file: 'newsletter-outcome',
}));

/** The outcome that a page of the newsletter shows; undefined for every other page. */
export function findOutcome(
  pageId: string,
): (OutcomeRow & { readonly id: NewsletterOutcome }) | undefined {
  const id = outcomes.find((each) => `newsletter-${each}` === pageId);
  return id && { id, ...rows[id] };
}

/** Whether a page shows an outcome of the newsletter. */
export function isNewsletterPage(pageId: string): pageId is NewsletterPageId {
  return findOutcome(pageId) !== undefined;
}

/** All outcomes of one action. */
export function listOutcomes<Action extends NewsletterAction>(action: Action) {
  return outcomes.filter((id): id is OutcomeOf<Action> =>
    rows[id].after.some((each: NewsletterAction) => each === action),
  );
}
