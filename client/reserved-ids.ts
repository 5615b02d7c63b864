import { openings } from '#shared/kolam/openings.ts';

/**
 * The ids of the pages' own elements. No entry of the content may have one, because `#id` leads to the entry. A test
 * finds them on all pages; `sending` exists only in the browser.
 */
export const reservedIds: readonly string[] = [
  ...[
    'main',
    'document-state',
    'root',
    'headline',
    'next',
    'people',
    'partners',
    'posts',
    'questions',
    'imprint',
  ],
  ...['newsletter', 'newsletter-email', 'newsletter-note', 'newsletter-error', 'sending'],
  ...['events', 'next-gathering', 'event-filters', 'event-title', 'close-details'],
  'questions-open',
  ...[
    ...['work', 'hero', 'not-found-wide', 'not-found-narrow'],
    ...['progress', 'reading', 'questions', 'divider', 'closing'],
    ...Object.keys(openings),
  ].map((name) => `${name}-gradient`),
];
