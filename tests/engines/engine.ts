import { expect } from 'playwright/test';
import { isHydrated } from '../helpers/browser/hydrated-page.ts';

/** A browser with one page, with the actions of the journeys. Selectors are CSS; each action waits for its element. */
export interface Engine {
  /** Runs a script first in each document, from the next `open` on. */
  runFirst(script: string): Promise<unknown>;
  /** Loads a path of the site. */
  open(path: string): Promise<unknown>;
  /** The value of a JavaScript expression in the page, which its content security policy does not restrict. */
  evaluate(expression: string): Promise<unknown>;
  /** Presses the middle of the element with a pointer. */
  click(selector: string): Promise<unknown>;
  /** Chooses an option of a `<select>` by its label, with the keyboard. */
  choose(selector: string, label: string): Promise<unknown>;
  /** Types into the element with a keyboard. */
  type(selector: string, text: string): Promise<unknown>;
  press(key: 'Escape' | 'Enter' | 'Tab'): Promise<unknown>;
  back(): Promise<unknown>;
  /** Whether Back from another site restores the document from the back/forward cache. */
  readonly hasBackForwardCache: boolean;
  /** All problems: errors and warnings of the console, and the findings of the probe. */
  readFindings(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/* JavaScript expressions for `evaluate`. */
export const heading = `document.querySelector('main h1')?.textContent`;
export const hydrated = `(${isHydrated})()`;
export const isStillTheDocument = 'window.marked === true';

/** Loads a page, waits until it is hydrated, and marks the document. */
export async function arrive(engine: Engine, path: string): Promise<void> {
  await engine.open(path);
  await until(engine, hydrated, true);
  expect(await engine.evaluate('window.isProbed'), 'The document has the probe').toBe(true);
  await engine.evaluate('(window.marked = true)');
}

/** Waits until an expression has a value. Repeats also where it throws, because the page may be about to change. */
export async function until(engine: Engine, expression: string, value: unknown): Promise<void> {
  await expect(async () => {
    expect(await engine.evaluate(expression), expression).toEqual(value);
  }).toPass({ timeout: 20_000, intervals: [50, 100, 200] });
}
