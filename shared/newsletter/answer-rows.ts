/*
 * The newsletter's rows of the page table (routes.ts): what its form and the links of its mails are
 * answered. None has a path, so none is in navigation, sitemap or cache.
 */
export const newsletterAnswers = [
  {
    id: 'newsletter-not-open',
    status: 503,
    title: 'The newsletter is not open yet',
    description: 'The newsletter does not take subscriptions yet.',
    indexed: false,
  },
  {
    id: 'newsletter-invalid',
    status: 422,
    title: 'Please check your address',
    description: 'The newsletter needs a full email address.',
    indexed: false,
  },
  {
    id: 'newsletter-limited',
    status: 429,
    title: 'Too many requests',
    description: 'The newsletter takes only so many requests in an hour.',
    indexed: false,
  },
  {
    id: 'newsletter-unavailable',
    status: 503,
    title: 'Not possible right now',
    description: 'The newsletter cannot store anything right now.',
    indexed: false,
  },
  {
    id: 'newsletter-refused',
    status: 403,
    title: 'Not sent from our page',
    description: 'The newsletter takes requests from our own pages.',
    indexed: false,
  },
  {
    id: 'newsletter-confirm',
    status: 200,
    title: 'Confirm your subscription',
    description: 'One click, and the newsletter begins.',
    indexed: false,
  },
  {
    id: 'newsletter-confirmed',
    status: 200,
    title: 'Subscription confirmed',
    description: 'The newsletter comes to this address.',
    indexed: false,
  },
  {
    id: 'newsletter-already-confirmed',
    status: 200,
    title: 'Already confirmed',
    description: 'The newsletter comes to this address already.',
    indexed: false,
  },
  {
    id: 'newsletter-link-expired',
    status: 410,
    title: 'This link has expired',
    description: 'The newsletter needs a new link to confirm the address.',
    indexed: false,
  },
  {
    id: 'newsletter-unsubscribe',
    status: 200,
    title: 'Leave the newsletter',
    description: 'One click, and the newsletter ends.',
    indexed: false,
  },
  {
    id: 'newsletter-left',
    status: 200,
    title: 'You have left the newsletter',
    description: 'The newsletter no longer comes to this address.',
    indexed: false,
  },
  {
    id: 'newsletter-link-unknown',
    status: 404,
    title: 'This link does not work',
    description: 'The newsletter does not know this link.',
    indexed: false,
  },
] as const;
