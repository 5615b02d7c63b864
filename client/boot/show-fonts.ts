import { root } from '../root-element.ts';
import { fontsLoaded } from '../styles/font-files.ts';

/** A layout shift up to this is not seen: a name that moves by a line. */
const maxShift = 0.002;

/**
 * A part of the inline script: shows both fonts in one step, if nothing jumps. Where a line breaks
 * elsewhere than in the stand-in, which moves what is below it, this page keeps the stand-ins, and the
 * next one has the fonts.
 */
export function showFonts(): void {
  const blocks = [
    ...document.querySelectorAll('main :is(h1,h2,h3,p,li,dl,div,form),footer'),
  ].filter((block) => block.checkVisibility?.({ contentVisibilityAuto: true }));
  const readBoxes = () => blocks.map((block) => block.getBoundingClientRect());
  const before = readBoxes();
  delete root.dataset['fonts'];
  if (estimateShift(before, readBoxes()) > maxShift) root.dataset['fonts'] = fontsLoaded;
}

/** The part of the window that moves, times how far: the score of the Layout Instability API, rather too high. */
function estimateShift(before: readonly DOMRect[], after: readonly DOMRect[]): number {
  let [left, top, right, bottom, distance] = [innerWidth, innerHeight, 0, 0, 0];
  for (const [index, box] of before.entries()) {
    const now = after[index] ?? box;
    const moved = Math.abs(now.top - box.top);
    if (moved < 3) continue; // Pixels: less is no shift.
    left = Math.min(left, box.left);
    right = Math.max(right, box.right);
    top = Math.min(top, box.top, now.top);
    bottom = Math.max(bottom, box.bottom, now.bottom);
    distance = Math.max(distance, moved);
  }
  const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
  const area = Math.max(0, right - left) * Math.max(0, height);
  return ((area / (innerWidth * innerHeight)) * distance) / Math.max(innerWidth, innerHeight);
}
