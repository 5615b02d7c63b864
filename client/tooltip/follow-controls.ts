import { css } from '../styles/css.ts';
import { createTooltipTiming } from './tooltip-timing.ts';

/**
 * Shows the tooltip of the control that is hovered or focused: one for the page. `data-tooltip` of a control is its
 * text, which is always also the control's accessible name, so screen readers do not need the tooltip.
 * client/README.md says why it is not a library's. A browser without popovers (older than 2024) shows none.
 *
 * WCAG 2.2 SC 1.4.13: Escape closes it, the pointer may stay on it, and it is shown as long as the control is hovered
 * or focused.
 */
export function followControls(): void {
  const layer = document.createElement('div');
  if (!('popover' in layer)) return;
  Object.assign(layer, { role: 'tooltip', popover: 'manual', className: tooltip });
  document.body.append(layer);
  const timing = createTooltipTiming<HTMLElement>((control) => {
    if (control?.isConnected) place(layer, control);
    else layer.hidePopover();
  });

  const enter = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return;
    const control = findControl(event.target);
    // A change of the icon under the pointer is not a new hover.
    if (control && !isIn(control, event.relatedTarget)) timing.want(control);
  };
  const out = (event: PointerEvent) => {
    const next = event.relatedTarget;
    const from = findControl(event.target);
    if (!from && !isIn(layer, event.target)) return;
    if (isIn(layer, next) || (from && isIn(from, next))) return;
    if (!findControl(next)) timing.leave();
  };
  const focus = (event: FocusEvent) => {
    const control = findControl(event.target);
    if (control?.matches(':focus-visible')) timing.want(control);
  };
  const blur = (event: FocusEvent) => {
    if (findControl(event.target)) timing.leave();
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !timing.isOpen()) return;
    timing.leave();
    event.preventDefault(); // The dialog below must not close with the same Escape.
  };
  const press = () => timing.leave();
  // An open tooltip would no longer be beside its control; a pending one gets its position when it opens.
  const scroll = () => {
    if (timing.isOpen()) timing.leave();
  };

  document.addEventListener('pointerover', enter, true);
  document.addEventListener('pointerout', out, true);
  document.addEventListener('focusin', focus, true);
  document.addEventListener('focusout', blur, true);
  document.addEventListener('keydown', key, true);
  document.addEventListener('pointerdown', press, true);
  document.addEventListener('click', press, true);
  document.addEventListener('scroll', scroll, true);
}

/** Places it below the control, or above it if there is no room, and never outside the window. */
function place(layer: HTMLElement, control: HTMLElement) {
  // Outside a modal dialog everything is inert: the pointer could not stay on the tooltip.
  const home = control.closest('dialog') ?? document.body;
  if (layer.parentNode !== home) home.append(layer);
  layer.textContent = control.dataset['tooltip'] ?? '';
  if (!layer.matches(':popover-open')) layer.showPopover();
  const box = control.getBoundingClientRect();
  const own = layer.getBoundingClientRect();
  const below = box.bottom + own.height <= window.innerHeight;
  const left = box.left + (box.width - own.width) / 2;
  const limit = document.documentElement.clientWidth - own.width;
  layer.style.left = `${Math.max(0, Math.min(left, limit))}px`;
  layer.style.top = `${below ? box.bottom : box.top - own.height}px`;
}

function findControl(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<HTMLElement>('[data-tooltip]') ?? undefined;
}

function isIn(element: Element, target: EventTarget | null): boolean {
  return target instanceof Node && element.contains(target);
}

/** Eight pixels of the padding cover the gap, so that the pointer can reach the tooltip. */
const tooltip = css`
  position: fixed;
  inset: auto;
  border: 8px solid transparent;
  background: var(--text) padding-box;
  color: var(--page);
  padding: 7px 12px 5px;
  border-radius: 10px;
  font-size: 1rem;
  font-weight: 500;
  line-height: 1.3;
  max-width: min(20rem, 100vw);
  @media (forced-colors: active) {
    outline: 1px solid CanvasText;
    outline-offset: -8px;
  }
`;
