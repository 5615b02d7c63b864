import { inView } from 'framer-motion/dom';
import { animate } from 'framer-motion/dom/mini';

const riseTime = 0.42; // seconds, as `--rise-time`
const riseBy = 24; // pixels, as `--rise`

/**
 * Sections below the fold rise once when they are scrolled into view. They wait in the lower place and are never
 * hidden: a picture of the whole page has them all. With reduced motion nothing happens.
 *
 * @param leaving is aborted when the page goes away: what still waits is put in its place
 */
export function revealSections(leaving: AbortSignal): void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const waiting = new Set<HTMLElement>();
  const settle = (section: HTMLElement) => {
    section.style.removeProperty('transform');
    waiting.delete(section);
  };
  for (const section of document.querySelectorAll<HTMLElement>('[data-reveal]')) {
    if (section.getBoundingClientRect().top < window.innerHeight) continue;
    section.style.transform = `translateY(${riseBy}px)`;
    waiting.add(section);
  }
  const stop = inView(
    [...waiting],
    (section) => {
      if (!(section instanceof HTMLElement)) return;
      const end = () => settle(section);
      animate(
        section,
        { transform: [`translateY(${riseBy}px)`, 'none'] },
        { duration: riseTime, ease: 'easeOut' },
      ).then(end, end);
    },
    // With the huge top margin everything above the window is in view: a visitor who jumps to the end
    // and scrolls back sees no section move.
    { margin: '100000px 0px -8% 0px' },
  );
  leaving.addEventListener('abort', () => {
    stop();
    for (const section of waiting) settle(section);
  });
}
