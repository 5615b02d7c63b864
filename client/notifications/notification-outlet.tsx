import { useNotifications } from './notifications.ts';

/** Where notifications appear. Their code is loaded after hydration. */
export function NotificationOutlet() {
  const { notice, NoticeRegion, toaster, container } = useNotifications();
  return (
    <>
      {NoticeRegion ? <NoticeRegion notice={notice} container={container} /> : null}
      {toaster ? <toaster.Toaster container={container} /> : null}
    </>
  );
}
