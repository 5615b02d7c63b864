import type { BlogPost } from '#shared/content/posts.ts';
import type { Event } from '#shared/events/event.ts';
import { createProgramme } from '#shared/events/programme.ts';
import type { SiteContent } from '#shared/site-content.ts';
import { makeEvent } from './make-event.ts';

/* The tests' own content, so that expected texts do not depend on the site's content. */

const online = { city: 'Online', country: '', format: 'online' } as const;

/** An evening in Berlin in summer time, a bootcamp and a preparation online in winter time. */
export const sampleEvents: readonly Event[] = [
  makeEvent({
    title: 'Circle in Berlin',
    slug: 'circle-in-berlin',
    venue: 'Musterhaus, Musterstraße 12, 10999 Berlin',
    summary: 'An evening for investors and founders.',
    description: 'Each venture presents.\n\nThe table seats thirty.',
  }),
  makeEvent({
    id: 2,
    title: 'Bootcamp',
    slug: 'bootcamp',
    startAt: '2025-11-12T14:00:00+01:00',
    endAt: '2025-11-12T17:00:00+01:00',
    ...online,
    tags: ['bootcamp', 'online'],
  }),
  makeEvent({
    id: 3,
    title: 'Mission Preparation',
    slug: 'mission-preparation',
    startAt: '2025-12-04T11:00:00+01:00',
    endAt: '2025-12-04T13:00:00+01:00',
    ...online,
    tags: ['saas', 'delegation', 'test-only', 'online'],
  }),
];

export const sampleContent: SiteContent = {
  publishedAt: '2025-09-30T08:15:30.000Z',
  programme: createProgramme(sampleEvents),
  posts: [
    makePost({ id: 'one', title: 'Patient capital', category: 'Investment', author: 'Ananya Rao' }),
    makePost({ id: 'two', title: 'Printed cotton', date: '2025-09-04', readTime: '8 min read' }),
    makePost({ id: 'three', title: 'To Berlin', date: '2025-08-21', category: 'Tech' }),
  ],
  team: [
    {
      id: 1,
      name: 'Ananya Rao',
      role: 'Founder',
      bio: 'She brings friends into deals.',
      photoUrl: '/portraits/ananya-rao.svg',
      linkedinUrl: 'https://www.linkedin.com/in/ananya-rao-sample',
    },
    {
      id: 2,
      name: 'Lukas Brandt',
      role: 'Partner',
      bio: 'He reads every proposal.',
      photoUrl: undefined,
      linkedinUrl: 'https://www.linkedin.com/in/lukas-brandt-sample',
    },
  ],
  partners: [{ id: 'partner-1' }, { id: 'partner-2', name: 'Kala House' }, { id: 'partner-3' }],
  questions: [
    { id: 'what', question: 'What is it?', answer: ['A circle.'] },
    { id: 'how', question: 'How do I start?', answer: ['So:'], steps: ['Ask.', 'Wait.'] },
  ],
};

/** Makes a post. A test gives only the fields that it needs. */
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
