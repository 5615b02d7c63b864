import { root } from '../root-element.ts';
import { fontsLoaded, textPending } from '../styles/font-files.ts';

/** A layout shift below this is reported as 0.000. One line of a narrow paragraph would be 0.0009. */
const maxShift = 0.0005;

/**
 * A part of the inline script: shows the font of headings, then in a task of its own the font of text, because both
 * together take a slow phone more than 50 ms. If our font would break a line elsewhere, and so move what is below it,
 * this page keeps the fallback font, and the next page uses ours. Without a fallback font on the system ours is shown
 * in any case: the system may have no readable font.
 */
export function showFonts(): void {
  if (showFont(textPending)) setTimeout(showFont);
}

/** @param pending which fallback fonts stay; none at the end. @returns whether nothing has moved */
function showFont(pending?: string): boolean {
  const blocks = [
    ...document.querySelectorAll('main :is(h1,h2,h3,p,li,dl,div,form),footer'),
  ].filter((block) => block.checkVisibility?.({ contentVisibilityAuto: true }));
  const before = blocks.map((block) => block.getBoundingClientRect().top);
  if (pending) root.dataset['fonts'] = pending;
  else delete root.dataset['fonts'];
  // Like the Layout Instability API: the part of the window that moved, times the distance. Nested blocks count
  // twice, so the result is rather too high.
  let shift = 0;
  for (const [index, block] of blocks.entries()) {
    const { top, width, height } = block.getBoundingClientRect();
    const earlier = before[index] ?? top;
    const moved = Math.abs(top - earlier);
    const visible = Math.min(height + moved, innerHeight - Math.min(top, earlier));
    if (visible > 0 && moved >= 3) shift += (width * visible * moved) / innerWidth / innerHeight;
  }
  const isQuiet = shift / Math.max(innerWidth, innerHeight) <= maxShift;
  if (isQuiet || !hasFallback('A') || !hasFallback('E')) return true;
  root.dataset['fonts'] = pending ? fontsLoaded : textPending;
  return false;
}

/** Whether the system has one of the fonts whose families begin with this letter (`fonts.ts`). */
function hasFallback(letter: string): boolean {
  return [...document.fonts].some(
    ({ family, status }) => family[0] === letter && family.length === 2 && status === 'loaded',
  );
}
