/*
 * The texts of the home page. To add a fourth thing we do, add to `work.items`:
 *   { title: 'Short verb phrase', text: 'One sentence.' },
 * The line beside the items is drawn for three: it needs more rows as well (`shared/kolam/drawn-files.ts`).
 */

import type { TitledText } from './closing.ts';

interface HomeTexts {
  readonly badge: string;
  readonly headline: string;
  readonly lead: string;
  readonly inviteNote: string;
  /** The words about the line across the window. */
  readonly day: TitledText;
  readonly story: TitledText & { readonly opening: string };
  readonly work: {
    readonly title: string;
    readonly items: readonly TitledText[];
  };
  readonly table: {
    readonly next: string;
    readonly last: string;
    readonly text: string;
  };
  readonly meeting: {
    readonly text: string;
    readonly people: string;
    readonly event: string;
    readonly events: string;
  };
  readonly onboarding: TitledText & { readonly steps: string };
  readonly newsletter: TitledText;
}

/** Everything the home page says, from top to bottom. */
export const home: HomeTexts = {
  badge: 'India ↔ Europe Bridge',
  headline: 'Backing Indian Art, Culture & Tech Ventures',
  lead: 'We are a community of investors in Europe with ties to India. We bring capital syndicates, connections and\u00a0inspiration.',
  inviteNote: 'Membership is by invitation',
  day: {
    title: 'Today’s line',
    text: 'In the south of India a kolam is drawn before the door each morning, often in one line that never lifts. This one is today’s.',
  },
  story: {
    title: 'The Next Big Story',
    opening:
      'In 2047 India will have been independent for one hundred years. The people who will shape that century are already\u00a0at\u00a0work.',
    text: 'Painters, composers, engineers and founders are building things that start in India and belong to the world. Many of them look to Europe for their next chapter. They need capital that understands both places.',
  },
  work: {
    title: 'What do we do?',
    items: [
      {
        title: 'Activate the diaspora',
        text: 'People of Indian origin, and those who share the affinity, invest what they know as well as what they have.',
      },
      {
        title: 'Back bold ideas',
        text: 'Syndicates form around ventures in art, culture and technology, through project finance, equity and grants.',
      },
      {
        title: 'Bridge cultures',
        text: 'Doors open in both directions, so that work begun in India finds partners, audiences and markets in Europe.',
      },
    ],
  },
  /** The ventures of the next event, or of the last one. The text is after their number, and before the event. */
  table: {
    next: 'Next on the table',
    last: 'Last on the table',
    text: 'read, questioned and answered in the open at the',
  },
  /** The first three people, as a link to all, and the next event. */
  meeting: {
    text: 'Meet the people who do this work, and read why they began.',
    people: 'About the circle',
    event: 'Come to an event',
    /** The label while no event is planned. */
    events: 'See Events',
  },
  onboarding: {
    title: 'Currently onboarding investors',
    text: 'You may be of Indian origin, or you may simply care about where Indian art, culture and technology go next. Tell us who you are, and we will write back with the next step.',
    /** The name of the list of steps (`joining-steps.ts`), for screen readers. */
    steps: 'What happens next',
  },
  newsletter: {
    title: 'Stay in the loop',
    text: 'Ventures, gatherings and ideas between India and Europe, by email.',
  },
};
