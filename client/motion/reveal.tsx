import { useAnimate } from 'framer-motion/mini';
import { type ComponentProps, useEffect } from 'react';
import { motionTimes, riseDistance } from '../styles/motion-times.ts';

const lower = `translateY(${riseDistance}px)`;

/** The large top margin counts everything above the window as in view: a jump to the end and back shows no motion. */
const rootMargin = '100000px 0px -8% 0px';

interface RevealProps extends Omit<ComponentProps<'section'>, 'ref'> {
  readonly as?: 'section' | 'article' | 'div';
}

/**
 * A section that rises once when it is scrolled into view (specification, section 2). Below the first window it waits
 * lower and is never hidden; what the server has painted in the window is left alone. With reduced motion nothing moves.
 */
export function Reveal({ as: Element = 'section', ...props }: RevealProps) {
  const [section, animate] = useAnimate<HTMLDivElement>();
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const { current: element } = section;
    // It measures after the paint. Measuring in an effect would force a second layout.
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1); // While the page was busy several may have gathered: the last is what is true.
        if (entry && entry.boundingClientRect.top >= window.innerHeight) {
          element.style.transform = lower;
          return;
        }
        observer.disconnect();
        if (element.style.transform === '') return; // The server has painted it in the window.
        const settle = () => element.style.removeProperty('transform');
        const options = { duration: motionTimes.rise / 1000, ease: 'easeOut' } as const;
        animate(element, { transform: [lower, 'none'] }, options).then(settle, settle);
      },
      { rootMargin },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [animate, section]);
  return <Element ref={section} data-reveal {...props} />;
}
