import type { ReactNode } from 'react';

/** First system: the site's own notices, one at a time, 5 s. */
export interface Notice {
  readonly title: string;
  readonly description?: string | undefined;
  readonly variant: 'default' | 'destructive';
}

/** Second system: outcomes of the visitor's actions, bottom right, three visible, 4 s. */
export type ToastKind = 'success' | 'info' | 'warning' | 'error' | 'loading';

/** The words of one toast. */
export interface ToastText {
  readonly title: string;
  readonly description?: string;
}

export interface ToasterProps {
  readonly container: HTMLElement | undefined;
  /** Called when the toaster is mounted: an earlier toast would be lost. */
  readonly onReady: () => void;
}

/** The exports of `toaster.tsx`, once it is loaded and mounted. */
export interface ToasterModule {
  readonly Toaster: (props: ToasterProps) => ReactNode;
  addToast(kind: ToastKind, text: ToastText): void;
  addPromise<Value>(promise: Promise<Value>, texts: PromiseTexts<Value>): void;
}

/** A promise's three toasts. A promise that resolves may still mean an error. */
export interface PromiseTexts<Value> {
  readonly loading: ToastText;
  readonly done: (value: Value) => ToastText & { readonly kind: ToastKind };
  readonly failed: () => ToastText;
}
