import { layOutSections } from './lay-out-sections.ts';
import { revealSections } from './motion/reveal.ts';
import { createBrowserNavigation } from './navigation/browser-navigation.ts';
import { followChanges } from './navigation/follow-changes.ts';
import { followLinks } from './navigation/follow-links.ts';
import { setNavigation } from './navigation/visit-address.ts';
import { NoticeRegion } from './notifications/notice-region.tsx';
import { mountNotices } from './notifications/notifications.ts';
import { watchConnection } from './notifications/watch-connection.ts';
import { followControls } from './tooltip/follow-controls.ts';

/* The code that a page needs only after it is hydrated: one request for all of it. */

followControls();
mountNotices(NoticeRegion);
watchConnection();
const navigation = createBrowserNavigation();
setNavigation(navigation);
followLinks(navigation);
followChanges(navigation);

/** Prepares the sections below the window. @param leaving is aborted when another page is shown */
export function prepareSections(leaving: AbortSignal): void {
  if (leaving.aborted) return;
  revealSections(leaving);
  layOutSections(leaving);
}
