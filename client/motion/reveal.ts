import { inView } from 'framer-motion/dom';
import { animate } from 'framer-motion/dom/mini';

const riseTime = 0.42; // seconds, as `--rise-time`
const riseBy = 24; // pixels, as `--rise`

/**
 * Lets sections below the first window rise once when they are scrolled into view. They wait lower and are never
 * hidden, so a screenshot of the whole page shows them all. With reduced motion nothing happens.
 *
 * @param leaving is aborted when another page is shown: then the waiting sections move to their place
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
    // The huge top margin puts everything above the window in view: if a visitor jumps to the end and scrolls back,
    // no section moves.
    { margin: '100000px 0px -8% 0px' },
  );
  leaving.addEventListener('abort', () => {
    stop();
    for (const section of waiting) settle(section);
  });
}
