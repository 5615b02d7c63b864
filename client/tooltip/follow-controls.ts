import { css } from '../styles/css.ts';
import { loadStylesheet } from '../styles/stylesheet.ts';
import { createTooltipTiming } from './tooltip-timing.ts';

/**
 * Shows the tooltip of the hovered or focused control, in one element for the whole page. Its text is the control's
 * `data-tooltip`. The control's accessible name has the text too, so screen readers do not need the tooltip.
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
    if (!control?.isConnected) return layer.hidePopover();
    const show = () => timing.isOpen() && positionLayer(layer, control);
    loadStylesheet().then(show, () => {}); // It has the tooltip’s styles.
  });

  const listen = <Type extends keyof DocumentEventMap>(
    type: Type,
    listener: (event: DocumentEventMap[Type]) => void,
  ) => document.addEventListener(type, listener, true);

  listen('pointerover', (event) => {
    if (event.pointerType === 'touch') return;
    const control = findControl(event.target);
    // A change of the icon under the pointer is not a new hover.
    if (control && !isIn(control, event.relatedTarget)) timing.enter(control);
  });
  listen('pointerout', (event) => {
    const next = event.relatedTarget;
    const from = findControl(event.target);
    if (!from && !isIn(layer, event.target)) return;
    if (isIn(layer, next) || (from && isIn(from, next))) return;
    if (!findControl(next)) timing.leave();
  });
  listen('focusin', (event) => {
    const control = findControl(event.target);
    if (control?.matches(':focus-visible')) timing.enter(control);
  });
  listen('focusout', (event) => {
    if (findControl(event.target)) timing.leave();
  });
  listen('keydown', (event) => {
    if (event.key !== 'Escape' || !timing.isOpen()) return;
    timing.leave();
    event.preventDefault(); // The dialog below must not close with the same Escape.
  });
  listen('pointerdown', timing.leave);
  listen('click', timing.leave);
  window.addEventListener('popstate', timing.leave); // Back may remove the control.
  // An open tooltip would no longer be beside its control; a pending one gets its position when it opens.
  listen('scroll', () => {
    if (timing.isOpen()) timing.leave();
  });
}

/** Shows the tooltip below the control, or above it if there is not enough space, and always inside the window. */
function positionLayer(layer: HTMLElement, control: HTMLElement) {
  // Outside a modal dialog everything is inert: the pointer could not stay on the tooltip.
  const parent = control.closest('dialog') ?? document.body;
  if (layer.parentNode !== parent) parent.append(layer);
  layer.textContent = control.dataset['tooltip'] ?? '';
  if (!layer.matches(':popover-open')) layer.showPopover();
  const box = control.getBoundingClientRect();
  const own = layer.getBoundingClientRect();
  const below = box.bottom + own.height <= window.innerHeight;
  const left = box.left + (box.width - own.width) / 2;
  const limit = document.body.clientWidth - own.width; // A dialog reserves the scrollbar's gutter beside the body.
  layer.style.left = `${Math.max(0, Math.min(left, limit))}px`;
  layer.style.top = `${below ? box.bottom : box.top - own.height}px`;
}

function findControl(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;
}

function isIn(element: Element, target: EventTarget | null): boolean {
  return target instanceof Node && element.contains(target);
}

/** Its transparent border covers the gap, so that the pointer can reach the tooltip. */
const tooltip = css`
  position: fixed;
  inset: auto;
  border: 8px solid transparent;
  background: var(--text) padding-box;
  color: var(--page);
  padding: 7px 12px 5px;
  border-radius: 10px;
  font: 500 1rem / 1.3 var(--text-face);
  width: max-content; /* or its previous position would limit it */
  max-width: min(20rem, 100vw);
  @media (forced-colors: active) {
    forced-color-adjust: none; /* or the border would be visible, over the focus ring */
    background-color: Canvas;
    color: CanvasText;
    outline: 1px solid CanvasText;
    outline-offset: -8px;
  }
`;
