import { expect } from 'playwright/test';
import { isHydrated } from '../helpers/hydrated-page.ts';

/**
 * A browser with one page in it, as far as the journey needs it. Selectors are CSS; an element is waited for before
 * it is used.
 */
export interface Engine {
  /** Lets a script run in each document before anything else of it, in front of the next `open`. */
  runFirst(script: string): Promise<unknown>;
  /** Loads a path of the site. */
  open(path: string): Promise<unknown>;
  /** The value of an expression of JavaScript in the page, outside its content security policy. */
  evaluate(expression: string): Promise<unknown>;
  /** Presses the middle of the element with a pointer. */
  click(selector: string): Promise<unknown>;
  /** Chooses an option of a `<select>` by its label, with keys. */
  choose(selector: string, label: string): Promise<unknown>;
  /** Types into the element with a keyboard. */
  type(selector: string, text: string): Promise<unknown>;
  press(key: 'Escape' | 'Enter' | 'Tab'): Promise<unknown>;
  back(): Promise<unknown>;
  /** Whether Back from another site brings back the very document that was left. */
  readonly hasBackForwardCache: boolean;
  /** What has gone wrong so far: the console's errors and warnings, and what the probe has stored. */
  readFindings(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/* Expressions of a page. */
export const heading = `document.querySelector('main h1')?.textContent`;
export const hydrated = `(${isHydrated})()`;
export const isStillTheDocument = 'window.marked === true';

/** Loads a page, waits until it is hydrated, and marks the document. */
export async function arrive(engine: Engine, path: string): Promise<void> {
  await engine.open(path);
  await until(engine, hydrated, true);
  expect(await engine.evaluate('window.isProbed'), 'This document was watched').toBe(true);
  await engine.evaluate('(window.marked = true)');
}

/** Repeats while it throws, too: a page may be on its way out. */
export async function until(engine: Engine, expression: string, value: unknown): Promise<void> {
  await expect(async () => {
    expect(await engine.evaluate(expression), expression).toEqual(value);
  }).toPass({ timeout: 20_000, intervals: [50, 100, 200] });
}
