import {
  type NewsletterAction,
  newsletterOutcomes,
  type OutcomeOf,
  type OutcomeRow,
} from '../content/newsletter-outcomes.ts';

/* Types and queries of the table of the newsletter's outcomes. */

export type NewsletterOutcome = keyof typeof newsletterOutcomes;

export type NewsletterPageId = `newsletter-${NewsletterOutcome}`;

/** The type guard is always true: it tells the compiler that the keys are the names of the rows. */
const outcomes = Object.keys(newsletterOutcomes).filter((id): id is NewsletterOutcome =>
  Object.hasOwn(newsletterOutcomes, id),
);

/** The rows of the page table. None has a path, so none is in navigation or sitemap. */
export const newsletterPages = outcomes.map((id) => ({
  id: `newsletter-${id}` as const,
  status: newsletterOutcomes[id].status,
  title: newsletterOutcomes[id].tab,
  description: 'What has become of a subscription to the newsletter.',
}));

/** The outcome that a page of the newsletter shows; undefined for every other page. */
export function findOutcome(pageId: string): OutcomeRow | undefined {
  const id = outcomes.find((each) => `newsletter-${each}` === pageId);
  return id && newsletterOutcomes[id];
}

/** Whether a page shows an outcome of the newsletter. */
export function isNewsletterPage(pageId: string): pageId is NewsletterPageId {
  return findOutcome(pageId) !== undefined;
}

/** All outcomes of one action. */
export function listOutcomes<Action extends NewsletterAction>(action: Action) {
  return outcomes.filter((id): id is OutcomeOf<Action> =>
    newsletterOutcomes[id].after.some((each: NewsletterAction) => each === action),
  );
}
