import type { WithPhotograph } from '../design/photographs.ts';

/*
 * The posts of the blog, newest first. README.md shows how to add one. An `id` never changes once it is
 * published: anchors, the feed and the emblem depend on it.
 */

/** A post in the list. Fields are those of the specification, section 3, and an `id`. */
export interface BlogPost extends WithPhotograph {
  /** Unique, lower-case words joined by hyphens: the post's anchor and the seed of its emblem. */
  readonly id: string;
  readonly title: string;
  readonly excerpt: string;
  /** ISO 8601 calendar date, for example `2025-09-18`; it has no time and no zone. */
  readonly date: string;
  /** The text that is shown, for example `6 min read`. */
  readonly readTime: string;
  readonly category: 'Tech' | 'Culture' | 'Investment';
  readonly author: string;
}

export const posts: readonly BlogPost[] = [
  {
    id: 'why-patient-capital-suits-culture',
    title: 'Why patient capital suits culture',
    excerpt:
      'A festival, an archive or a studio earns slowly and for a long time. We look at three ways of financing work that does not fit a fund of\u00a0five\u00a0years.',
    date: '2025-09-18',
    readTime: '6 min read',
    category: 'Investment',
    author: 'Ananya Rao',
  },
  {
    id: 'indiennes-printed-cotton',
    title: 'Indiennes: the printed cotton that joined two continents',
    excerpt:
      'For three centuries, dyed cloth carried Indian drawing into European rooms. The trade left lessons for anyone who works between the two.',
    date: '2025-09-04',
    readTime: '8 min read',
    category: 'Culture',
    author: 'Lukas Brandt',
  },
  {
    id: 'from-bengaluru-to-berlin',
    title: 'From Bengaluru to Berlin, one customer at a time',
    excerpt:
      'Software founders often ask which country to start in. We asked five of them what they would do again, and what they would not.',
    date: '2025-08-21',
    readTime: '5 min read',
    category: 'Tech',
    author: 'Meera Iyer',
  },
];
