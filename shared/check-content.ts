import { checkEvents } from './check-content/check-events.ts';
import {
  checkPartners,
  checkPosts,
  checkQuestions,
  checkSocial,
  checkTagColours,
  checkTeam,
} from './check-content/check-lists.ts';
import type { ContentFiles } from './check-content/check-photograph.ts';
import type { Content } from './content.ts';

/**
 * Every mistake in the content, in words for an editor: each sentence begins with file and entry.
 *
 * @param content checked for its type by `scripts/build/content-kinds.ts`
 */
export function listContentProblems(content: Content, files: ContentFiles): readonly string[] {
  return [
    ...checkEvents(content.events, files),
    ...checkPosts(content.posts, files),
    ...checkTeam(content.team, files),
    ...checkPartners(content.partners),
    ...checkQuestions(content.questions),
    ...checkTagColours(content.tagColours),
    ...checkSocial(content.social),
  ];
}
