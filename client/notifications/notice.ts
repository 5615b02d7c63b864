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

export interface ToastContent extends ToastText {
  readonly kind: ToastKind;
}
