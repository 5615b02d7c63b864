import type { PageId } from '../routes.ts';

/** A text with its title. */
export interface TitledText {
  readonly title: string;
  readonly text: string;
}

interface ClosingTexts {
  readonly title: string;
  readonly titles: Readonly<Partial<Record<PageId, string>>>;
  readonly text: string;
  readonly nextEvent: string;
  readonly people: string;
}

/** The words at the end of a page. */
export const closing: ClosingTexts = {
  title: 'Come and sit with us',
  /** Replaces it on these pages: each ends with its own sentence. */
  titles: {
    about: 'One chair at the table is still free',
    manifesto: 'If you nodded while reading, write to us',
    blog: 'Some things are better said at a table',
    'investor-faq': 'Bring us the question that is missing here',
  },
  text: 'Tell us in a few lines who you are. We review every request within 48 hours.',
  /** The next event follows: its title, a link, its date and place. If none is planned, the line is missing. */
  nextEvent: 'The next time we meet:',
  /** The link to the team. */
  people: 'Meet the people',
};
