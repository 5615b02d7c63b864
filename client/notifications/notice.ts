import type { ReactNode } from 'react';

/** First system: the site's own notices, one at a time, 5 s. */
export interface Notice {
  readonly title: string;
  readonly description?: string | undefined;
  readonly variant: 'default' | 'destructive';
}

/** Second system: outcomes of what the visitor did, bottom right, three visible, 4 s. */
export type ToastKind = 'success' | 'info' | 'warning' | 'error' | 'loading';

/** The words of one toast. */
export interface ToastText {
  readonly title: string;
  readonly description?: string;
}

export interface ToasterProps {
  readonly container: HTMLElement | undefined;
  /** Called when the toaster is mounted: a toast that is added before would be lost. */
  readonly onReady: () => void;
}

/** What `toaster.tsx` offers once it is loaded and mounted. */
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
