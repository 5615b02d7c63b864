import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { Icon, type IconName } from '../icons/icon.tsx';
import { Mark } from '../icons/mark.tsx';
import { css } from '../styles/css.ts';
import { cx } from '../styles/cx.ts';
import { iconButton } from '../styles/icon-button.ts';
import { phone } from '../styles/layout.ts';
import type { PromiseTexts, ToasterProps, ToastKind, ToastText } from './notice.ts';
import { card, content, description, signs, title, viewport } from './notification-styles.ts';

/** Milliseconds (specification, section 9). */
const toastTime = 4000;

const manager = Toast.createToastManager();

export function addToast(kind: ToastKind, text: ToastText) {
  manager.add(describeToast(kind, text));
}

export function addPromise<Value>(promise: Promise<Value>, texts: PromiseTexts<Value>) {
  // Not the library's `promise`, which shows every resolved promise as a success.
  const id = manager.add(describeToast('loading', texts.loading));
  promise.then(
    (value) => {
      const { kind, ...text } = texts.done(value);
      manager.update(id, describeToast(kind, text));
    },
    () => manager.update(id, describeToast('error', texts.failed())),
  );
}

/** The second notification system, which is loaded with its first toast. */
export function Toaster({ container, onReady }: ToasterProps) {
  useEffect(onReady, [onReady]);
  return (
    <Toast.Provider toastManager={manager} limit={3} timeout={toastTime}>
      <Toast.Portal container={container}>
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
    timeout: kind === 'loading' ? 0 : toastTime,
    priority: kind === 'error' || kind === 'warning' ? ('high' as const) : ('low' as const),
  };
}

const icons: Readonly<Record<Exclude<ToastKind, 'loading'>, IconName>> = {
  success: 'check',
  info: 'information',
  warning: 'warning',
  error: 'error',
};

function isToastKind(type: string | undefined): type is ToastKind {
  return type !== undefined && type in colours;
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => {
    const kind = isToastKind(toast.type) ? toast.type : 'info';
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        className={cx(card, toastCard)}
        swipeDirection={['right', 'down']}
      >
        <Toast.Content className={content}>
          <span className={signs[colours[kind]]}>
            {kind === 'loading' ? <Mark className={waiting} /> : <Icon name={icons[kind]} />}
          </span>
          <div>
            <Toast.Title className={title} render={<p />} />
            <Toast.Description className={description} />
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
    );
  });
}

const bottomRight = css`
  inset: auto 24px 24px auto;
  display: flex;
  flex-direction: column-reverse;
  gap: 8px;
  &:empty {
    display: none;
  }
  ${phone} {
    inset: auto 16px 16px;
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

const colours: Readonly<Record<ToastKind, keyof typeof signs>> = {
  success: 'success',
  info: 'indigo',
  warning: 'warning',
  error: 'error',
  loading: 'indigo',
};
