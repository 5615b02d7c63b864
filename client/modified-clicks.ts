import type { FormEvent } from 'react';

let isModified = false;

/** Whether a click asks for a new tab or window, or for a download: the browser does that itself. */
export function hasModifier(
  click: Pick<MouseEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
) {
  return click.metaKey || click.ctrlKey || click.shiftKey || click.altKey;
}

/** Records whether each click has a modifier key: the submit event after it does not have this information. */
export function watchClicks(): void {
  const recordClick = (click: MouseEvent) => {
    isModified = hasModifier(click);
  };
  document.addEventListener('click', recordClick, true);
}

/** Handles the submit event of a GET form in place of the browser, except after a click with a modifier key. */
export function submitInPlace(submit: FormEvent, act: () => void): void {
  if (isModified) return;
  submit.preventDefault();
  act();
}
