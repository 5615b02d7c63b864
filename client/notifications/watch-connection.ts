import type { Notice } from './notice.ts';
import { showNotice } from './notifications.ts';

/** Also the response to a click that needs the network. */
export const offlineNotice: Notice = {
  title: 'You are offline',
  description: 'What you have read stays here.',
  variant: 'destructive',
};

/** Announces that the connection is lost or back. */
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
