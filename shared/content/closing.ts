interface ClosingTexts {
  readonly title: string;
  readonly text: string;
  readonly nextEvent: string;
  readonly people: string;
}

/** The words at the end of a page. */
export const closing: ClosingTexts = {
  title: 'Come and sit with us',
  text: 'Tell us in a few lines who you are. We review every request within 48 hours.',
  /** Followed by the next event: its title, a link, its date and place. Nothing where none is planned. */
  nextEvent: 'The next time we meet:',
  /** The link to the team. */
  people: 'Meet the people',
};
