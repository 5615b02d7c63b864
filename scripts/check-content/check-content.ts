import type { Content } from '#shared/content.ts';
import { day } from '#shared/dates/durations.ts';
import { getContrast, isColour } from '#shared/design/contrast.ts';
import { checkEvents } from './check-events.ts';
import { type ContentFiles, checkLandscape, checkPhotograph } from './check-photograph.ts';
import {
  type ContentProblem,
  checkAnchor,
  checkLetters,
  checkParagraphs,
  checkSlug,
  checkText,
  checkUnique,
  describeProblems,
  isDay,
  type Problem,
} from './entry-rules.ts';

/**
 * Every mistake in the lists, in words for an editor.
 *
 * @param content has the right types: `scripts/build/check-types.ts`
 */
export function listContentProblems(
  content: Content,
  files: ContentFiles,
): readonly ContentProblem[] {
  return [
    ...checkEvents(content.events, files),
    ...checkPosts(content.posts, files),
    ...checkTeam(content.team, files),
    ...checkPartners(content.partners),
    ...checkQuestions(content.questions),
    ...checkTagNames(content.tagNames),
    ...checkTagColours(content.tagColours),
    ...checkSocial(content.social),
  ];
}

/**
 * Warnings about possible but unlikely values, in the same form. A warning does not stop the build.
 *
 * @param now in milliseconds
 */
export function listContentWarnings(content: Content, now: number): readonly ContentProblem[] {
  const { events, posts, tagNames, tagColours } = content;
  const knownTags = [...new Set([...Object.keys(tagColours), ...Object.keys(tagNames)])];
  const checkTag = (tag: string) => {
    const near = knownTags.includes(tag) ? undefined : findNear(tag, knownTags);
    return near && `its tag “${tag}” is new: write “${near}” if you mean that`;
  };
  // The country is part of it: Bern in Switzerland is no misspelt Berlin.
  const cities = events.map(({ city, country }) => `${city}, ${country}`);
  const checkCity = (city = '', index: number) => {
    const earlier = cities.slice(0, index);
    const near = earlier.includes(city) ? undefined : findNear(city, earlier);
    return near && `its city “${city}” is new: write “${near}” if you mean that`;
  };
  // In some time zones the next day has already begun.
  const tomorrow = new Date(now + day).toISOString().slice(0, 10);
  const nextYear = new Date(now + 366 * day).toISOString();
  const checkDay = (field: string, given: string) =>
    (given > tomorrow &&
      `${field} is ${given}, a day to come: it is on the site at once, for nothing waits for its day`) ||
    (given < '2000' && `${field} is ${given}: look at the year`);
  return [
    ...events.flatMap((event, index) => {
      const { start, published, moved = [], cancelled, tags } = event;
      return describeProblems('events', index, event, [
        ...tags.map(checkTag),
        checkCity(cities[index], index),
        start > nextYear && `it begins on ${start}, more than a year from now: look at the year`,
        checkDay('published', published),
        ...moved.map(({ on }) => checkDay('the day of moved', on)),
        cancelled && checkDay('the day of cancelled', cancelled.on),
      ]);
    }),
    ...posts.flatMap((post, index) =>
      describeProblems('posts', index, post, [checkDay('its date', post.date)]),
    ),
    ...(['events', 'posts', 'team', 'partners', 'questions'] as const).flatMap((list) =>
      content[list].flatMap((entry, index) =>
        describeProblems(list, index, entry, [checkLetters(entry)]),
      ),
    ),
  ];
}

/** The first word within two edits, or within one edit if it has at most four letters: tech is not text. */
function findNear(word: string, known: readonly string[]): string | undefined {
  return known.find((other) => countEdits(word, other) <= (other.length > 4 ? 2 : 1));
}

/** The number of letters to add, remove or replace (Levenshtein distance). */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const above = row;
    row = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const [left = 0, diagonal = 0, up = 0] = [row[column], above[column], above[column + 1]];
      row.push(Math.min(left + 1, up + 1, diagonal + (letter === other ? 0 : 1)));
    }
  }
  return row.at(-1) ?? 0;
}

function checkPosts(posts: Content['posts'], files: ContentFiles): readonly ContentProblem[] {
  return posts.flatMap((post, index) => {
    const { id, title, excerpt, date, readTime, author } = post;
    const above = posts[index - 1];
    return describeProblems('posts', index, post, [
      ...checkUnique(posts, post, 'id', 'title'),
      checkAnchor('id', id),
      checkText('title', title, 100),
      checkText('excerpt', excerpt, 300),
      checkText('author', author, 60),
      !isDay(date) && `its date “${date}” must be a day that exists, written as 2026-01-15`,
      above !== undefined &&
        isDay(above.date) &&
        date > above.date &&
        `it is newer than “${above.title}”: put it above, for the newest comes first`,
      !/^[1-9]\d* min read$/.test(readTime) &&
        `its readTime “${readTime}” must be written as 6 min read`,
      ...checkLandscape(post, files),
    ]);
  });
}

function checkTeam(team: Content['team'], files: ContentFiles): readonly ContentProblem[] {
  return team.flatMap((member, index) => {
    const { name, role, bio, photoUrl, linkedinUrl } = member;
    return describeProblems('team', index, member, [
      ...checkUnique(team, member, 'id', 'name'),
      checkText('name', name, 60),
      checkText('role', role, 60),
      checkText('bio', bio, 200),
      photoUrl?.startsWith('/')
        ? checkDrawing(photoUrl, files)
        : checkPhotograph(photoUrl, 'portrait', files),
      linkedinUrl !== undefined &&
        !/^https:\/\/([a-z]+\.)?linkedin\.com\/\S+$/.test(linkedinUrl) &&
        `its linkedinUrl “${linkedinUrl}” must begin with https://www.linkedin.com/ and have no spaces`,
    ]);
  });
}

/** The files of `public/` are published as they are: a photograph there would reveal where it was taken. */
function checkDrawing(photoUrl: string, { hasFile }: ContentFiles): Problem {
  if (!/^\/portraits\/[A-Za-z0-9][\w.-]*\.svg$/.test(photoUrl)) {
    return `its photoUrl “${photoUrl}” must be a drawing, /portraits/….svg, with letters from a to z, digits, hyphens and dots, or the name of a photograph in shared/content/photographs/`;
  }
  return (
    !hasFile(photoUrl) &&
    `there is no file public${photoUrl}: put it there, or write photoUrl: undefined`
  );
}

function checkPartners(partners: Content['partners']): readonly ContentProblem[] {
  const named = partners.filter(({ name }) => name !== undefined);
  return partners.flatMap((partner, index) =>
    describeProblems('partners', index, partner, [
      ...checkUnique(partners, partner, 'id'),
      checkSlug('id', partner.id),
      ...(partner.name === undefined
        ? []
        : [...checkUnique(named, partner, 'name'), checkText('name', partner.name, 60)]),
    ]),
  );
}

function checkQuestions(questions: Content['questions']): readonly ContentProblem[] {
  return questions.flatMap((entry, index) => {
    const { id, question, answer, steps } = entry;
    return describeProblems('questions', index, entry, [
      ...checkUnique(questions, entry, 'id', 'question'),
      checkAnchor('id', id),
      checkText('question', question, 120),
      !question.endsWith('?') && 'its question must end in a question mark',
      checkParagraphs('answer', answer, 1100),
      steps && checkParagraphs('list of steps', steps, 400),
    ]);
  });
}

function checkTagNames(tagNames: Content['tagNames']): readonly ContentProblem[] {
  return Object.entries(tagNames).flatMap(([slug, name]) =>
    describeProblems('tagNames', slug, { slug }, [
      checkSlug('slug', slug),
      checkText('name', name, 40),
    ]),
  );
}

/** WCAG 2.2 SC 1.4.3 requires a contrast of 4.5 : 1. */
function checkTagColours(tagColours: Content['tagColours']): readonly ContentProblem[] {
  return Object.entries(tagColours).flatMap(([tag, themes]) =>
    describeProblems('tagColours', tag, { slug: tag }, [
      checkSlug('slug', tag),
      ...(['light', 'dark'] as const).map((theme) => {
        const { text, fill } = themes[theme];
        const wrong = [text, fill].find((colour) => !isColour(colour));
        if (wrong !== undefined) {
          return `its colour “${wrong}” must be written as #1B3F8B, in capitals`;
        }
        const contrast = getContrast(text, fill);
        return (
          contrast < 4.5 &&
          `its text has a contrast of ${contrast.toFixed(1)} in the ${theme} theme and needs 4.5: make the text darker or the field lighter, or the other way round`
        );
      }),
    ]),
  );
}

function checkSocial(social: Content['social']): readonly ContentProblem[] {
  return social.flatMap((profile, index) =>
    describeProblems('social', index, profile, [
      ...checkUnique(social, profile, 'network'),
      profile.url !== undefined &&
        !(URL.canParse(profile.url) && /^https:\/\/\S+$/.test(profile.url)) &&
        `its url “${profile.url}” must be an address that begins with https:// and has no spaces`,
    ]),
  );
}
