import { createRandom } from '#shared/kolam-mirrors.ts';

/** One repeat of the edge; a whole number of zigzags. */
const EDGE_WIDTH = 384;
const EDGE_HEIGHT = 21;
const ZIGZAG = 64;
const THREAD_WIDTH = 2;
const THREAD_GAP = 2;
const SHORTEST = 5;
const LONGEST = 20;
/** How far the threads' ends stray in all: dyed yarns never meet exactly on the loom. */
const DRIFT = 2.6;

/**
 * The feathered edge of ikat cloth as a mask that repeats along x: single threads over a last pixel
 * of whole cloth. Even threads read as cloth; a random or a denser edge read as grass (NOTES, "What
 * looked bad").
 */
export function drawIkatEdge(): string {
  const random = createRandom('ikat edge');
  let threads = '';
  for (let x = THREAD_GAP / 2; x < EDGE_WIDTH; x += THREAD_WIDTH + THREAD_GAP) {
    const fromPeak = Math.abs((x % ZIGZAG) - ZIGZAG / 2) / (ZIGZAG / 2);
    const aim = LONGEST - DRIFT / 2 - fromPeak * (LONGEST - SHORTEST - DRIFT);
    const drifted = aim + (random() - 0.5) * DRIFT;
    // Half pixels: sharp on a dense screen, a soft end on others.
    const length = Math.round(drifted * 2) / 2;
    const top = EDGE_HEIGHT - 1 - length;
    threads += `M${x} ${top}h${THREAD_WIDTH}V${EDGE_HEIGHT - 1}h-${THREAD_WIDTH}z`;
  }
  const hem = `M0 ${EDGE_HEIGHT - 1}h${EDGE_WIDTH}v1H0z`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${EDGE_WIDTH}" height="${EDGE_HEIGHT}" viewBox="0 0 ${EDGE_WIDTH} ${EDGE_HEIGHT}"><path d="${hem}${threads}"/></svg>\n`;
}
