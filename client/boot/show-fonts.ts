import { root } from '../root-element.ts';
import { fontsLoaded, textPending } from '../styles/font-files.ts';

/** A layout shift up to this is written as 0.000. A line of a narrow paragraph would be 0.0009. */
const maxShift = 0.0005;

/**
 * A part of the inline script: shows the font of headings, and in a task of its own the one of text (both at once
 * take a slow phone longer than a twentieth of a second), each if nothing jumps. Where a line breaks elsewhere than in
 * the fallback font, which moves what is below it, this page keeps the fallback font, and the next one has ours. Where
 * the system has no fallback font ours is shown all the same: it may have no font that one can read.
 */
export function showFonts(): void {
  if (showFont(textPending)) setTimeout(showFont);
}

/** @param pending which fallback fonts are left; none at the end. @returns whether nothing has jumped */
function showFont(pending?: string): boolean {
  const blocks = [
    ...document.querySelectorAll('main :is(h1,h2,h3,p,li,dl,div,form),footer'),
  ].filter((block) => block.checkVisibility?.({ contentVisibilityAuto: true }));
  const before = blocks.map((block) => block.getBoundingClientRect().top);
  if (pending) root.dataset['fonts'] = pending;
  else delete root.dataset['fonts'];
  // As the Layout Instability API counts it: the part of the window that something leaves or moves to, times how far.
  // Blocks within blocks count twice, so it is rather too much.
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
