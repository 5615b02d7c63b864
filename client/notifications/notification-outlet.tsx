import { useEffect } from 'react';
import { useHydrated } from '../hydrated.ts';
import { NoticeRegion } from './notice-region.tsx';
import { offlineNotice, showNotice, useNotifications } from './notifications.ts';

/** Where notifications appear. It also announces that the connection is lost or back. */
export function NotificationOutlet() {
  const { notice, toaster, container } = useNotifications();
  useEffect(watchConnection, []);
  return (
    <>
      {useHydrated() ? <NoticeRegion notice={notice} container={container} /> : null}
      {toaster ? <toaster.Toaster container={container} /> : null}
    </>
  );
}

function watchConnection() {
  let wasOffline = false;
  const showOffline = () => {
    wasOffline = true;
    showNotice(offlineNotice);
  };
  const showOnline = () => {
    if (wasOffline) showNotice({ title: 'You are online again', variant: 'default' });
    wasOffline = false;
  };
  window.addEventListener('offline', showOffline);
  window.addEventListener('online', showOnline);
  return () => {
    window.removeEventListener('offline', showOffline);
    window.removeEventListener('online', showOnline);
  };
}
