/**
 * A browser with one page in it, as far as the journey needs it. Selectors are CSS; an element is waited for before
 * it is used.
 */
export interface Engine {
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
