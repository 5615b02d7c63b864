import { useAnimate } from 'framer-motion/mini';
import { type ComponentProps, useEffect } from 'react';
import { motionTimes, riseDistance } from '../styles/motion-times.ts';

const lower = `translateY(${riseDistance}px)`;

/** With the large top margin everything above the window is in view: a jump to the end and back shows no motion. */
const rootMargin = '100000px 0px -8% 0px';

interface RevealProps extends Omit<ComponentProps<'section'>, 'ref'> {
  readonly as?: 'section' | 'article' | 'div';
}

/**
 * A section that rises once when it is scrolled into view (specification, section 2). Until then it is lower, but never
 * hidden. A section that is in the window at the first paint does not move. With reduced motion nothing moves.
 */
export function Reveal({ as: Element = 'section', ...props }: RevealProps) {
  const [section, animate] = useAnimate<HTMLDivElement>();
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const { current: element } = section;
    // The observer measures after the paint. Measuring in an effect would force a second layout.
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1); // A busy page may get several entries at once: the last one is current.
        if (entry && entry.boundingClientRect.top >= window.innerHeight) {
          element.style.transform = lower;
          return;
        }
        observer.disconnect();
        if (element.style.transform === '') return; // It was in the window at the first paint.
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
