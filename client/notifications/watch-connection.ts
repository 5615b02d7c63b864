import type { Notice } from './notice.ts';
import { showNotice } from './notifications.ts';

/** The notice of a lost connection, and of a click that needs the network. */
export const offlineNotice: Notice = {
  title: 'You are offline',
  description: 'What you have read stays here.',
  variant: 'destructive',
};

/** Whether the server cannot be reached. Behind some VPNs `onLine` is always false, so one request decides then. */
export async function isOffline(): Promise<boolean> {
  if (navigator.onLine) return false;
  const attempt = fetch(location.origin, {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(5000),
  });
  return await attempt.then(
    () => false,
    () => true,
  );
}

/** Shows a notice when the connection is lost, and when it is back. */
export function watchConnection(): void {
  let wasOffline = false;
  window.addEventListener('offline', () => {
    wasOffline = true;
    showNotice(offlineNotice);
  });
  window.addEventListener('online', () => {
    if (wasOffline) showNotice({ title: 'You are online again', variant: 'default' });
    wasOffline = false;
  });
}
