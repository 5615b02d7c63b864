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
 * Everything that is wrong with the content, in words for an editor: each sentence begins with the file
 * and the entry. Nothing when all is well.
 *
 * @param content of its type: `scripts/build/content-kinds.ts` has found nothing
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
