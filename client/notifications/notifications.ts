import type { Notice, PromiseTexts, Toaster, ToastKind, ToastText } from './notice.ts';

/*
 * The two notification systems of the specification (section 9). Their drawing, 24 kB compressed,
 * is fetched when the first notification is wanted; no page pays for it at start.
 */

let toaster: Toaster | undefined;
let container: HTMLElement | undefined;
let mounted: () => void = () => {};
let ready: Promise<Toaster> | undefined;
const listeners = new Set<() => void>();
let lastId = 0;

/** Shows a notice or updates the one with its id. Returns the id, for `dismissNotice`. */
export function showNotice(notice: Notice): string {
  lastId += 1;
  const id = notice.id ?? `notice-${lastId}`;
  whenReady((loaded) => loaded.showNotice({ ...notice, id }));
  return id;
}

/** Takes a notice away before its time. */
export function dismissNotice(id: string): void {
  if (ready) whenReady((loaded) => loaded.dismissNotice(id));
}

/** Shows the outcome of an action. */
export function showToast(kind: ToastKind, text: ToastText): void {
  whenReady((loaded) => loaded.showToast(kind, text));
}

/** One toast that says `loading` until the promise settles and then its outcome. */
export function followPromise<Value>(promise: Promise<Value>, texts: PromiseTexts<Value>): void {
  whenReady((loaded) => loaded.followPromise(promise, texts));
}

/**
 * Fetches the drawing before anything is to be shown: what tells of a lost connection cannot be
 * fetched once the connection is lost.
 */
export function prepareNotifications(): void {
  whenReady(() => {});
}

/** For the outlet alone: the loaded drawing, if it is there, and its store. */
export const toasterStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  getSnapshot: () => toaster,
  getContainer: () => container,
  markMounted: () => mounted(),
};

/**
 * Where notifications appear: in the modal dialog while one is open, since all outside it is inert,
 * else (undefined) at the end of the body.
 */
export function setNotificationContainer(element: HTMLElement | undefined): void {
  container = element;
  tellListeners();
}

function tellListeners() {
  for (const listener of listeners) listener();
}

/** Calls keep their order, because each waits for the same promise. */
function whenReady(act: (loaded: Toaster) => void) {
  ready ??= load();
  ready.then(act, () => {
    ready = undefined; // Not to be had now, for example offline: the next call tries again.
  });
}

async function load(): Promise<Toaster> {
  const loaded: Toaster = await import('./toaster.tsx');
  const isMounted = new Promise<void>((resolve) => {
    mounted = resolve;
  });
  toaster = loaded;
  tellListeners();
  await isMounted;
  return loaded;
}
