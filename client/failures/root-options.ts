import type { RootOptions } from 'react-dom/client';
import { readKnownQuery } from '#shared/known-query.ts';
import { findPageByPath } from '#shared/routes.ts';
import { LoadFailure } from '../data/load-failure.ts';
import { showNotice } from '../notifications/notifications.ts';
import { isOffline, offlineNotice } from '../notifications/watch-connection.ts';
import { reportFailure } from './report-failure.ts';

/** Tells React's root what to do with errors; by default it only writes them to the console. */
export const rootOptions: RootOptions = {
  onRecoverableError: (error, { componentStack }) => report('recovered', error, componentStack),
  onCaughtError: (error, { componentStack }) => {
    if (!loadDocument(error)) report('caught', error, componentStack);
  },
  onUncaughtError: (error, { componentStack }) => {
    if (!loadDocument(error)) report('uncaught', error, componentStack);
  },
};

function report(
  kind: 'recovered' | 'caught' | 'uncaught',
  error: unknown,
  stack: string | undefined,
): void {
  reportFailure(kind, error, stack);
  reportError(error);
}

/** Loads the document of the address. Offline it waits for the connection: the browser would show an error page. */
async function reloadDocument(): Promise<void> {
  const reload = () => window.location.reload();
  if (!(await isOffline())) return reload();
  showNotice(offlineNotice);
  window.addEventListener('online', reload, { once: true });
}

/** The address at which the scripts started. Not the navigation entry's, which keeps a user name and a password. */
const startAddress = getAddress();

/** The path and the known query: nothing else of an address decides which page it shows. */
function getAddress(): string {
  const { pathname, search } = window.location;
  const page = findPageByPath(pathname);
  return page ? pathname + readKnownQuery(page.id, search) : pathname;
}

/**
 * Loads the document of the address if that repairs an error: data could not be fetched after Back, or an extension
 * has removed or wrapped a node that React wants to remove. The address has already changed to the clicked page.
 *
 * @returns false for other errors, and where this document has already been loaded for this reason
 */
function loadDocument(error: unknown): boolean {
  const isForeignNode = error instanceof DOMException && error.name === 'NotFoundError';
  if (!isForeignNode && !(error instanceof LoadFailure)) return false;
  const [navigation] = performance.getEntriesByType('navigation');
  const wasReloaded = navigation && 'type' in navigation && navigation.type === 'reload';
  if (wasReloaded && startAddress === getAddress()) return false;
  void reloadDocument();
  return true;
}
