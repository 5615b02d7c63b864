/** Milliseconds (specification, section 9). */
const openDelay = 700;
const skipDelay = 300;

/**
 * Decides when a tooltip opens: `openDelay` after hover or focus, or at once if another is open or was open less than
 * `skipDelay` ago.
 *
 * @param show called with a control to open its tooltip, and with undefined to close it
 */
export function createTooltipTiming<Control>(show: (control: Control | undefined) => void) {
  let current: Control | undefined;
  let open: Control | undefined;
  let opening: ReturnType<typeof setTimeout> | undefined;
  let skipping: ReturnType<typeof setTimeout> | undefined;

  const openNow = (control: Control) => {
    open = control;
    show(control);
  };

  return {
    /** The pointer or the focus has entered a control. */
    enter(control: Control) {
      if (control === current) return;
      current = control;
      clearTimeout(opening);
      if (open !== undefined || skipping !== undefined) openNow(control);
      else opening = setTimeout(openNow, openDelay, control);
    },
    /** Pointer or focus have left the control, Escape was pressed, or the control was used. */
    leave() {
      clearTimeout(opening);
      current = undefined;
      if (open === undefined) return;
      open = undefined;
      show(undefined);
      clearTimeout(skipping);
      skipping = setTimeout(() => {
        skipping = undefined;
      }, skipDelay);
    },
    isOpen: () => open !== undefined,
  };
}
