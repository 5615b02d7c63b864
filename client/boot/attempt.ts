import { root } from '../root-element.ts';

/**
 * Runs a part of the inline script. If it throws, `data-script` is removed: the page looks as it does without
 * JavaScript, and nothing else starts.
 */
export function attempt(act: () => void): void {
  try {
    act();
  } catch (error) {
    delete root.dataset['script'];
    throw error;
  }
}
