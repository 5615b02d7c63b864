import { openings } from '#shared/kolam/openings.ts';

/**
 * The ids of the pages' own elements. No entry of the content may have one, because `#id` leads to the entry. A test
 * finds them on all pages; `sending.tsx` adds its ids only in the browser.
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
  ...[
    'work-gradient',
    'hero-wide-gradient',
    'hero-wider-gradient',
    'hero-widest-gradient',
    'hero-narrow-gradient',
  ],
  ...[
    'not-found-wide-gradient',
    'progress-gradient',
    'reading-gradient',
    'questions-gradient',
    'questions-open',
    'divider-gradient',
    'closing-gradient',
  ],
  ...Object.keys(openings).map((name) => `${name}-gradient`),
];
