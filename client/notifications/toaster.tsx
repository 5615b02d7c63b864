import { Toast } from '@base-ui/react/toast';
import { type ReactNode, useEffect } from 'react';
import { Icon } from '../icons/icon.tsx';
import { Mark } from '../icons/mark.tsx';
import { css, cx } from '../styles/css.ts';
import { phone } from '../styles/grid.ts';
import { iconButton } from '../styles/icon-button.ts';
import type { ToastContent, ToastKind } from './notice.ts';
import { card, content, iconColours, viewport } from './notification-styles.ts';

/** Milliseconds (specification, section 9). */
const toastTime = 4000;

/** The icon before the words, and the class of its colour. */
interface ToastIcon {
  readonly colour: string;
  readonly icon: ReactNode;
}

const manager = Toast.createToastManager<ToastIcon>();

/** Shows a toast, or changes the one with this id. The same text again restarts the time of its toast. */
export function addToast({ kind, title, description }: ToastContent, id = `${kind} ${title}`) {
  manager.add({
    ...{ id, title, description, type: kind, data: toastIcons[kind] },
    timeout: kind === 'loading' ? 0 : toastTime,
    priority: kind === 'error' || kind === 'warning' ? 'high' : 'low',
  });
}

/** Shows, changes or closes the one toast for the progress of an action. */
export function showProgress(toast: ToastContent | undefined) {
  if (toast) addToast(toast, 'progress');
  else manager.close('progress');
}

let markMounted = () => {};

/**
 * Resolves when the toaster is mounted: an earlier toast would be lost. It waits until screen readers know the live
 * region, because they announce only what is added to it later.
 */
export const toasterMounted = new Promise<void>((resolve) => {
  markMounted = resolve;
});

/** The second notification system, which is loaded with its first toast. */
export function Toaster({ container }: { readonly container: HTMLElement | undefined }) {
  useEffect(() => void setTimeout(markMounted, 100), []);
  return (
    <Toast.Provider toastManager={manager} limit={3} timeout={toastTime}>
      <Toast.Portal container={container} className={noBox}>
        <Toast.Viewport className={cx(viewport, bottomRight)} aria-label="Notifications">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager<ToastIcon>();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className={cx(card, toastCard)}
      swipeDirection={['right', 'down']}
    >
      <Toast.Content className={content}>
        <span className={toast.data?.colour}>{toast.data?.icon}</span>
        <div>
          <Toast.Title render={<p />} />
          <Toast.Description />
        </div>
        <Toast.Close
          className={iconButton}
          aria-label="Close"
          data-tooltip="Close"
          aria-hidden={false}
        >
          <Icon name="close" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

/** The viewport sticks to the bottom of the dialog, not of the portal's box. */
const noBox = css`
  display: contents;
`;

const bottomRight = css`
  inset: auto 24px 24px auto;
  display: flex;
  flex-direction: column-reverse;
  gap: 8px;
  ${phone} {
    /* As wide as a dialog, and above the buttons at its foot. */
    inset: auto 0 calc(var(--button-row, 0px) + 16px);
    margin-inline: auto;
  }
  /* Above the right end of the buttons of an event's details, where there is no space beside them. */
  dialog & {
    @media (40em<width<80em) {
      position: sticky;
      bottom: calc(var(--button-row) + 16px);
      height: 0;
      margin-inline: auto 24px;
    }
  }
`;

const toastCard = css`
  &[data-limited] {
    display: none;
  }
  &[data-ending-style] {
    opacity: 0;
    translate: 0 8px;
  }
`;

const waiting = css`
  width: 28px;
`;

const toastIcons: Readonly<Record<ToastKind, ToastIcon>> = {
  success: { colour: iconColours.success, icon: <Icon name="check" /> },
  info: { colour: iconColours.indigo, icon: <Icon name="information" /> },
  warning: { colour: iconColours.warning, icon: <Icon name="warning" /> },
  error: { colour: iconColours.error, icon: <Icon name="error" /> },
  loading: { colour: iconColours.indigo, icon: <Mark className={waiting} /> },
};
