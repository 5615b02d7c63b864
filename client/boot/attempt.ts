import { root } from '../root-element.ts';

/**
 * Runs a part of the inline script. Where it throws, `data-script` goes: the page is the one without JavaScript, and
 * nothing else starts.
 */
export function attempt(act: () => void): void {
  try {
    act();
  } catch (error) {
    delete root.dataset['script'];
    throw error;
  }
}
