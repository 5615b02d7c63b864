import { useEffect, useLayoutEffect, useRef } from 'react';
import { showAsModal } from '../../boot/show-as-modal.ts';
import { useHydrated } from '../../hydrated.ts';
import { setNotificationContainer } from '../../notifications/notifications.ts';

/**
 * Makes a dialog modal once it is hydrated, and shows notifications in it while it is open.
 *
 * @param isFromServer whether the server rendered the dialog open
 * @param close called if the visitor has closed the dialog before hydration
 * @returns the ref of the dialog
 */
export function useModal(isFromServer: boolean, close: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  const hydrated = useHydrated();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when hydrated
  useLayoutEffect(() => {
    if (!hydrated || !ref.current) return;
    // The visitor closed it before hydration.
    if (isFromServer && !ref.current.open) close();
    else showAsModal(ref.current);
    // The cleanup does not close it, because the dialog is removed with its element. In development React runs effects twice,
    // and the delayed close event would close the reopened dialog.
  }, [hydrated]);
  useEffect(() => {
    if (!hydrated) return;
    setNotificationContainer(ref.current ?? undefined);
    return () => setNotificationContainer(undefined);
  }, [hydrated]);
  return ref;
}
