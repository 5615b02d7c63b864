import { useSyncExternalStore } from 'react';
import { loadStylesheet } from '../styles/stylesheet.ts';
import type { Notice, ToastContent } from './notice.ts';

/*
 * The two notification systems of the specification (section 9). The toaster is fetched with the first toast and waits
 * for its styles; the "offline" notice could not be fetched when it is needed.
 */

type ToasterModule = typeof import('./toaster.tsx');

export interface NoticeRegionProps {
  readonly notice?: Notice | undefined;
  readonly container?: HTMLElement | undefined;
}

/** A new object for every change. */
interface Notifications extends NoticeRegionProps {
  readonly toaster?: ToasterModule;
}

const none: Notifications = {};

let current = none;
let loading: Promise<ToasterModule> | undefined;
const listeners = new Set<() => void>();

/** Shows a notice and replaces the previous one. */
export function showNotice(notice: Notice): void {
  change({ notice });
}

/** Removes a notice, if it is still shown. */
export function dismissNotice(notice: Notice): void {
  if (current.notice === notice) change({ notice: undefined });
}

/** Shows the outcome of an action as a toast, or as a notice if the toaster cannot be fetched. */
export function showToast({ kind, ...text }: ToastContent): void {
  loadToaster().then(
    (toaster) => toaster.addToast({ kind, ...text }),
    () => showNotice({ ...text, variant: kind === 'error' ? 'destructive' : 'default' }),
  );
}

/**
 * Shows the progress of an action in one toast: `loading`, then the outcome. Undefined closes it. The caller also shows
 * the outcome in the page: without the toaster there is no toast.
 */
export function showProgress(toast: ToastContent | undefined): void {
  loadToaster().then(
    (toaster) => toaster.showProgress(toast),
    () => {},
  );
}

/**
 * Sets where notifications appear: in the modal dialog while one is open, because everything outside it is inert;
 * otherwise (undefined) at the end of the body.
 */
export function setNotificationContainer(container: HTMLElement | undefined): void {
  change({ container });
}

/** Returns what `NotificationOutlet` renders. */
export function useNotifications(): Notifications {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => none,
  );
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(changed: Partial<Notifications>) {
  current = { ...current, ...changed };
  for (const listener of listeners) listener();
}

/** All toasts wait for the same promise, so they stay in order. After a failure the next call tries again. */
function loadToaster(): Promise<ToasterModule> {
  loading ??= mountToaster().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function mountToaster(): Promise<ToasterModule> {
  const [toaster] = await Promise.all([import('./toaster.tsx'), loadStylesheet()]);
  change({ toaster });
  await toaster.toasterMounted;
  return toaster;
}
