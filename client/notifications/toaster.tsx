import { Toast } from '@base-ui/react/toast';
import { type ReactNode, useEffect } from 'react';
import { Icon } from '../icons/icon.tsx';
import { Mark } from '../icons/mark.tsx';
import { css, cx } from '../styles/css.ts';
import { phone } from '../styles/grid.ts';
import { iconButton } from '../styles/icon-button.ts';
import type { PromiseTexts, ToastKind, ToastText } from './notice.ts';
import { card, content, iconColours, viewport } from './notification-styles.ts';

/** Milliseconds (specification, section 9). */
const toastTime = 4000;

/** The icon before the words, and the class of its colour. */
interface ToastIcon {
  readonly colour: string;
  readonly icon: ReactNode;
}

const manager = Toast.createToastManager<ToastIcon>();

/** Shows a toast. The same text again restarts the time of its toast. */
export function addToast(kind: ToastKind, text: ToastText) {
  manager.add({ ...describeToast(kind, text), id: `${kind} ${text.title}` });
}

/** Shows a toast that follows a promise. It replaces the toast of an earlier promise with the same text. */
export function addPromise<Value>(promise: Promise<Value>, texts: PromiseTexts<Value>) {
  // The library's `promise` would show every resolved promise as a success.
  const id = manager.add({ ...describeToast('loading', texts.loading), id: texts.loading.title });
  const show = (kind: ToastKind, text: ToastText | undefined) =>
    text ? manager.update(id, describeToast(kind, text)) : manager.close(id);
  promise.then(
    (value) => {
      const done = texts.done(value);
      show(done?.kind ?? 'success', done);
    },
    () => show('error', texts.failed()),
  );
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

function describeToast(kind: ToastKind, text: ToastText) {
  return {
    title: text.title,
    description: text.description,
    type: kind,
    data: toastIcons[kind],
    timeout: kind === 'loading' ? 0 : toastTime,
    priority: kind === 'error' || kind === 'warning' ? ('high' as const) : ('low' as const),
  };
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
  /* Beside the details of an event, or above the right end of their buttons if there is no space. */
  dialog & {
    @media (width>=1416px) {
      width: calc(50vw - 400px - 48px);
    }
    @media (40em<width<1416px) {
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
