/** Second system: outcomes of the visitor's actions, bottom right, three visible, 4 s. */
export type ToastKind = 'success' | 'info' | 'warning' | 'error' | 'loading';

export interface ToastText {
  readonly title: string;
  readonly description?: string;
}

/** First system: the site's own notices, one at a time, 5 s. */
export interface Notice extends ToastText {
  readonly variant: 'default' | 'destructive';
}

/** The toasts of a promise. A value may still mean an error; undefined means that the page itself shows the outcome. */
export interface PromiseTexts<Value> {
  readonly loading: ToastText;
  readonly done: (value: Value) => (ToastText & { readonly kind: ToastKind }) | undefined;
  readonly failed: () => ToastText | undefined;
}
