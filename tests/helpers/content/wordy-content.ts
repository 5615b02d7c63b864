import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltPhotographs, PhotographFiles } from '#shared/design/photographs.ts';
import { createSiteContent, type SiteContent } from '#shared/site-content.ts';
import { makeLargeContent } from './large-content.ts';
import { createRandom } from './seeded-random.ts';

/** English text about several subjects, which compresses like editors' texts and never changes. */
const prose = readFileSync(join(import.meta.dirname, 'prose.txt'), 'utf8').replaceAll('\n', ' ');

/**
 * The content of a site whose editors have worked for years: 60 events, 100 posts, 30 people, 35 partners and 60
 * questions. They write as much as the content checks allow, or three times as much as the samples.
 *
 * @param photographs `one` gives one photograph to each event, post and person
 */
export function makeWordyContent(photographs: 'none' | 'one'): SiteContent {
  let place = 0;
  const takeProse = (length: number) => {
    if (place + length > prose.length) place = 0;
    place += length;
    return prose.slice(place - length, place).trim();
  };
  const content = makeLargeContent(60);
  const random = createRandom(7);
  const digits = (count: number) =>
    Array.from({ length: count }, () => random.below(16).toString(16)).join('');
  const addPhotograph = (index: number) =>
    photographs === 'one' ? { photoUrl: `${index}.jpg`, photoAlt: takeProse(80) } : {};
  const files: Record<string, PhotographFiles> = {};
  for (let index = 0; index < 100; index += 1) {
    files[`${index}.jpg`] = { hash: digits(8), colour: `#${digits(6)}` };
  }
  const built: BuiltPhotographs = { team: files, events: files, posts: files };
  return createSiteContent(
    {
      ...content,
      events: content.events.map((event, index) => ({
        ...event,
        ...addPhotograph(index),
        summary: takeProse(199),
      })),
      posts: content.posts.map((post, index) => ({
        ...post,
        ...addPhotograph(index),
        excerpt: takeProse(240),
      })),
      team: content.team.map((person, index) => ({
        ...person,
        photoUrl: addPhotograph(index).photoUrl,
        bio: takeProse(199),
      })),
      partners: content.posts.slice(0, 35).map(({ id, author }) => ({ id, name: author })),
      questions: content.questions.map((each) => ({ ...each, answer: [takeProse(1000)] })),
    },
    built,
  );
}
