import { useInView } from 'framer-motion';
import { useAnimate } from 'framer-motion/mini';
import { type ComponentProps, useEffect, useLayoutEffect, useRef } from 'react';

const riseTime = 0.42; // seconds, as `--rise-time`
const riseBy = 24; // pixels, as `--rise`

/** The huge top margin puts everything above the window in view: who jumps to the end and scrolls back sees no motion. */
const margin = '100000px 0px -8% 0px';

interface RevealProps extends Omit<ComponentProps<'section'>, 'ref'> {
  readonly as?: 'section' | 'article' | 'div';
}

/**
 * A section that rises once when it is scrolled into view (specification, section 2). Below the first window it waits
 * lower and is never hidden; what the server has painted in the window is left alone. With reduced motion nothing moves.
 */
export function Reveal({ as: Element = 'section', ...props }: RevealProps) {
  const [section, animate] = useAnimate<HTMLDivElement>();
  const isInView = useInView(section, { once: true, margin });
  const isWaiting = useRef(false);
  useLayoutEffect(() => {
    const { current: element } = section;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    if (element.getBoundingClientRect().top < window.innerHeight) return;
    isWaiting.current = true;
    element.style.transform = `translateY(${riseBy}px)`;
  }, [section]);
  useEffect(() => {
    const { current: element } = section;
    if (!isInView || !isWaiting.current) return;
    isWaiting.current = false;
    const settle = () => element.style.removeProperty('transform');
    animate(
      element,
      { transform: [`translateY(${riseBy}px)`, 'none'] },
      { duration: riseTime, ease: 'easeOut' },
    ).then(settle, settle);
  }, [animate, isInView, section]);
  return <Element ref={section} data-reveal {...props} />;
}
