import { useEffect, useSyncExternalStore } from 'react';
import { dismissNotice, prepareNotifications, showNotice, toasterStore } from './notifications.ts';

const connectionNotice = 'connection';

/** Where notifications appear once somebody wants one, and what tells of a lost connection. */
export function NotificationOutlet() {
  const loaded = useSyncExternalStore(
    toasterStore.subscribe,
    toasterStore.getSnapshot,
    () => undefined,
  );
  const container = useSyncExternalStore(
    toasterStore.subscribe,
    toasterStore.getContainer,
    () => undefined,
  );
  useEffect(tellOfConnection, []);
  return loaded ? (
    <loaded.Toaster container={container} onReady={toasterStore.markMounted} />
  ) : null;
}

/** The first system's own use: a destructive notice offline, updated when the connection is back. */
function tellOfConnection() {
  let wasOffline = false;
  const tellOffline = () => {
    wasOffline = true;
    showNotice({
      id: connectionNotice,
      title: 'You are offline',
      description: 'What you have read stays here.',
      variant: 'destructive',
    });
  };
  const tellOnline = () => {
    if (!wasOffline) return;
    wasOffline = false;
    showNotice({ id: connectionNotice, title: 'You are online again' });
  };
  // Whoever uses the page may lose the connection while using it; whoever only looks pays nothing.
  const once = { once: true, passive: true };
  window.addEventListener('pointerdown', prepareNotifications, once);
  window.addEventListener('keydown', prepareNotifications, once);
  window.addEventListener('offline', tellOffline);
  window.addEventListener('online', tellOnline);
  return () => {
    window.removeEventListener('pointerdown', prepareNotifications);
    window.removeEventListener('keydown', prepareNotifications);
    window.removeEventListener('offline', tellOffline);
    window.removeEventListener('online', tellOnline);
    dismissNotice(connectionNotice);
  };
}
