import { checkEvents } from './check-content/check-events.ts';
import {
  checkPartners,
  checkPosts,
  checkQuestions,
  checkSocial,
  checkTagColours,
  checkTeam,
} from './check-content/check-lists.ts';
import type { Content } from './content.ts';

/**
 * Everything that is wrong with the content, in words for an editor: each sentence begins with the file
 * and the entry. Nothing when all is well.
 *
 * @param hasFile whether there is a file below `public/`, by its path with a slash in front
 */
export function listContentProblems(
  content: Content,
  hasFile: (path: string) => boolean,
): readonly string[] {
  return [
    ...checkEvents(content.events),
    ...checkPosts(content.posts),
    ...checkTeam(content.team, hasFile),
    ...checkPartners(content.partners),
    ...checkQuestions(content.questions),
    ...checkTagColours(content.tagColours),
    ...checkSocial(content.social),
  ];
}
