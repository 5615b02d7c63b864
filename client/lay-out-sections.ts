import { root } from './root-element.ts';
import { belowWindow } from './styles/below-window.ts';

/**
 * Lays out the sections that the first paint has skipped, one per frame, so that no task is long: laying out a whole
 * page at once takes a phone a tenth of a second.
 *
 * @param leaving is aborted when another page is shown
 */
export function layOutSections(leaving: AbortSignal): void {
  const sections = [...document.querySelectorAll<HTMLElement>(belowWindow)];
  let count = 0;
  const layOutNext = () => {
    if (leaving.aborted) return;
    const section = sections[count];
    if (!section) return end();
    section.style.contentVisibility = 'visible';
    count += 1;
    requestAnimationFrame(layOutNext);
  };
  const end = () => {
    root.dataset['whole'] = '';
    for (const section of sections) section.style.removeProperty('content-visibility');
  };
  layOutNext();
}
