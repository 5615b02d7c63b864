import type { TitledText } from './closing.ts';

interface BlogTexts {
  readonly title: string;
  readonly lead: string;
  readonly byEmail: string;
  readonly byEmailLabel: string;
  readonly newsletter: TitledText;
}

/** The texts of the blog page, without its posts. */
export const blog: BlogTexts = {
  title: 'Blog',
  lead: 'Notes on technology, culture and investment between India and Europe.',
  /** This line is below the lead, followed by a link to the newsletter's form. */
  byEmail: 'The essays go out by email.',
  byEmailLabel: 'Have the next one sent to you',
  newsletter: {
    title: 'Stay Updated',
    text: 'New essays and gatherings, by email, when there is something to say.',
  },
};
