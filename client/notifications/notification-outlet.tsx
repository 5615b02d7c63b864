import { useHydrated } from '../hydrated.ts';
import { NoticeRegion } from './notice-region.tsx';
import { useNotifications } from './notifications.ts';

/** Where notifications appear, in the browser only. The toaster is loaded with its first toast. */
export function NotificationOutlet() {
  const { notice, toaster, container } = useNotifications();
  if (!useHydrated()) return null;
  return (
    <>
      <NoticeRegion notice={notice} container={container} />
      {toaster ? <toaster.Toaster container={container} /> : null}
    </>
  );
}
