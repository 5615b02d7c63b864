interface BlogTexts {
  readonly title: string;
  readonly lead: string;
  readonly newsletter: {
    readonly title: string;
    readonly text: string;
  };
}

/** The texts of the blog page, without its posts. */
export const blog: BlogTexts = {
  title: 'Blog',
  lead: 'Notes on technology, culture and investment between India and Europe.',
  newsletter: {
    title: 'Stay Updated',
    text: 'New essays and gatherings, by email, when there is something to say.',
  },
};
