import { inView } from 'framer-motion/dom';
import { animate } from 'framer-motion/dom/mini';

const riseTime = 0.42; // seconds, as `--rise-time`
const riseBy = 24; // pixels, as `--rise`

/**
 * Sections below the fold rise once when they are scrolled into view. Sections above the fold do not
 * change; sections below are hidden through the CSSOM, never in the HTML, and the inline values are
 * removed when the animation has ended. With reduced motion nothing happens.
 *
 * @returns a function that stops watching and shows what is still hidden
 */
export function revealSections(root: ParentNode): () => void {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return () => {};
  const waiting = new Set<HTMLElement>();
  const show = (section: HTMLElement) => {
    section.style.removeProperty('opacity');
    section.style.removeProperty('transform');
    waiting.delete(section);
  };
  for (const section of root.querySelectorAll<HTMLElement>('[data-reveal]')) {
    if (section.getBoundingClientRect().top < window.innerHeight) continue;
    section.style.opacity = '0';
    section.style.transform = `translateY(${riseBy}px)`;
    waiting.add(section);
  }
  const stop = inView(
    [...waiting],
    (section) => {
      if (!(section instanceof HTMLElement)) return;
      const showSection = () => show(section);
      animate(
        section,
        { opacity: [0, 1], transform: [`translateY(${riseBy}px)`, 'none'] },
        { duration: riseTime, ease: 'easeOut' },
      ).then(showSection, showSection); // An animation that fails must not leave it hidden.
    },
    // With the huge top margin everything above the window is in view: a visitor who jumps to the end
    // and scrolls back finds no hidden section.
    { margin: '100000px 0px -8% 0px' },
  );
  return () => {
    stop();
    for (const section of waiting) show(section);
  };
}
