import { useEffect, useRef } from 'react';

/**
 * The one tooltip of the page. `data-tooltip` of a control is its text. The text is always also the control's
 * accessible name, so screen readers do not need the tooltip. client/README.md says why it is not a library's. Its
 * code and its styles are fetched after hydration.
 *
 * WCAG 2.2 SC 1.4.13: Escape closes it, the pointer may stay on it, and it is shown as long as the control is hovered
 * or focused.
 */
export function TooltipLayer({ loadCode }: { readonly loadCode: LoadTooltipCode }) {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isStopped = false;
    loadCode().then(
      ({ followControls }) => {
        // A browser without popovers (older than 2024) shows no tooltip.
        if (!isStopped && layer.current && 'popover' in layer.current) {
          stop = followControls(layer.current);
        }
      },
      () => {}, // If the code cannot be fetched there are no tooltips.
    );
    return () => {
      isStopped = true;
      stop?.();
    };
  }, [loadCode]);
  return <div ref={layer} role="tooltip" popover="manual" />;
}

type LoadTooltipCode = () => Promise<Pick<typeof import('./follow-controls.ts'), 'followControls'>>;
