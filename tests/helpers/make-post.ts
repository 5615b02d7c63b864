import type { BlogPost } from '#shared/content/posts.ts';

/** A post of which a test says only what matters to it. */
export function makePost(given: Partial<BlogPost> = {}): BlogPost {
  return {
    id: 'a-post',
    title: 'A post',
    excerpt: 'It says something.',
    date: '2025-09-18',
    readTime: '6 min read',
    category: 'Culture',
    author: 'First Last',
    ...given,
  };
}
