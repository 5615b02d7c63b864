import { Toast } from '@base-ui/react/toast';
import { css } from '@emotion/react';
import { useEffect } from 'react';
import { Icon, type IconName } from '../components/icon.tsx';
import { iconButton } from '../components/icon-button.ts';
import { Mark } from '../components/mark.tsx';
import type { Notice, PromiseTexts, ToasterProps, ToastKind, ToastText } from './notice.ts';

/** Values of the specification, section 9, in milliseconds. */
const noticeTime = 5000;
const toastTime = 4000;

type Variant = NonNullable<Notice['variant']>;
type Look = ToastKind | Variant;

const notices = Toast.createToastManager();
const toasts = Toast.createToastManager();
/** Notices that are still on the page, so that showing one again updates it. */
const shown = new Set<string>();

export function showNotice({
  id,
  title,
  description,
  variant = 'default',
}: Required<Pick<Notice, 'id'>> & Notice) {
  const content = {
    title,
    description,
    type: variant,
    priority: variant === 'destructive' ? ('high' as const) : ('low' as const),
    timeout: noticeTime,
  };
  if (shown.has(id)) return notices.update(id, content);
  shown.add(id);
  notices.add({ ...content, id, onRemove: () => shown.delete(id) });
}

export function dismissNotice(id: string) {
  notices.close(id);
}

export function showToast(kind: ToastKind, text: ToastText) {
  toasts.add(describeToast(kind, text));
}

export function followPromise<Value>(promise: Promise<Value>, texts: PromiseTexts<Value>) {
  // Not the library's own `promise`: there whatever resolves is a success, and here it may be a no.
  const id = toasts.add(describeToast('loading', texts.loading));
  promise.then(
    (value) => {
      const { kind, ...text } = texts.done(value);
      toasts.update(id, describeToast(kind, text));
    },
    () => toasts.update(id, describeToast('error', texts.failed())),
  );
}

/** Both systems, each with its own place on the screen. */
export function Toaster({ container, onReady }: ToasterProps) {
  useEffect(onReady, [onReady]);
  return (
    <>
      <Toast.Provider toastManager={notices} limit={1} timeout={noticeTime}>
        <Toast.Portal container={container}>
          <Toast.Viewport css={[viewport, top]} aria-label="Notices">
            <ToastList />
          </Toast.Viewport>
        </Toast.Portal>
      </Toast.Provider>
      <Toast.Provider toastManager={toasts} limit={3} timeout={toastTime}>
        <Toast.Portal container={container}>
          <Toast.Viewport css={[viewport, bottomRight]} aria-label="Notifications">
            <ToastList />
          </Toast.Viewport>
        </Toast.Portal>
      </Toast.Provider>
    </>
  );
}

function describeToast(kind: ToastKind, { title, description }: ToastText) {
  return {
    title,
    description,
    type: kind,
    timeout: kind === 'loading' ? 0 : toastTime,
    priority: kind === 'error' || kind === 'warning' ? ('high' as const) : ('low' as const),
  };
}

const icons: Readonly<Record<Exclude<Look, 'loading'>, IconName>> = {
  default: 'information',
  destructive: 'warning',
  success: 'check',
  info: 'information',
  warning: 'warning',
  error: 'error',
};

function isLook(type: string | undefined): type is Look {
  return type !== undefined && type in signs;
}

function ToastList() {
  const { toasts: list } = Toast.useToastManager();
  return list.map((toast) => {
    const look = isLook(toast.type) ? toast.type : 'default';
    return (
      <Toast.Root key={toast.id} toast={toast} css={card} swipeDirection={['right', 'down']}>
        <Toast.Content css={content}>
          <span css={signs[look]}>
            {look === 'loading' ? <Mark css={waiting} /> : <Icon name={icons[look]} />}
          </span>
          <div>
            <Toast.Title css={title} render={<p />} />
            <Toast.Description css={words} />
          </div>
          <Toast.Close css={iconButton} aria-label="Close" data-tooltip="Close" aria-hidden={false}>
            <Icon name="close" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}

const viewport = css`
  position: fixed;
  z-index: 4;
  display: flex;
  gap: 8px;
  width: min(424px, calc(100vw - 32px));
  &:empty {
    display: none;
  }
  @media print {
    display: none;
  }
`;

const top = css`
  inset: 88px 24px auto auto;
  flex-direction: column;
  @media (max-width: 40em) {
    inset: 76px 16px auto;
  }
`;

const bottomRight = css`
  inset: auto 24px 24px auto;
  flex-direction: column-reverse;
  @media (max-width: 40em) {
    inset: auto 16px 16px;
  }
`;

const card = css`
  background: var(--card);
  color: var(--text);
  border: 1px solid var(--hairline);
  border-radius: var(--radius);
  &[data-limited] {
    display: none;
  }
  @media (prefers-reduced-motion: no-preference) {
    transition:
      opacity var(--fade-time),
      translate var(--fade-time);
    &[data-starting-style],
    &[data-ending-style] {
      opacity: 0;
      translate: 0 8px;
    }
  }
`;

const content = css`
  display: grid;
  grid-template-columns: 52px 1fr 48px;
  align-items: center;
  min-height: 64px;
  padding-block: 8px 6px;
  font-size: 1.0625rem;
  line-height: 1.35;
`;

const title = css`
  font-weight: 600;
`;

const words = css`
  font-size: 1rem;
`;

const sign = css`
  display: grid;
  place-items: center;
`;

const waiting = css`
  width: 28px;
`;

const inColour = (token: string) => css`
  ${sign};
  color: var(--${token});
`;

const signs: Readonly<Record<Look, ReturnType<typeof css>>> = {
  default: inColour('indigo'),
  destructive: inColour('error'),
  success: inColour('success'),
  info: inColour('indigo'),
  warning: inColour('warning'),
  error: inColour('error'),
  loading: inColour('indigo'),
};
