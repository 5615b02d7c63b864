import type { FormEvent } from 'react';

let isModified = false;

/** Whether a click asks for a new tab or window, or for a download: the browser does that itself. */
export function hasModifier(
  click: Pick<MouseEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
) {
  return click.metaKey || click.ctrlKey || click.shiftKey || click.altKey;
}

/** Notes how the last click was made: the submit event that follows it does not say. */
export function watchClicks(): void {
  const recordClick = (click: MouseEvent) => {
    isModified = hasModifier(click);
  };
  document.addEventListener('click', recordClick, true);
}

/** Does a GET form's work in place of the browser, except after a click with a modifier key. */
export function submitInPlace(submit: FormEvent, act: () => void): void {
  if (isModified) return;
  submit.preventDefault();
  act();
}
