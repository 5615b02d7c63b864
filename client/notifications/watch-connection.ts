import type { Notice } from './notice.ts';
import { showNotice } from './notifications.ts';

/** Also shown after a click that needs the network. */
export const offlineNotice: Notice = {
  title: 'You are offline',
  description: 'What you have read stays here.',
  variant: 'destructive',
};

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
