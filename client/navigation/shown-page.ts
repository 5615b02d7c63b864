import type { PageState } from '../page-state.ts';
import { pageStateElementId } from '../page-state-element.ts';
import type { Address } from './address.ts';

/* Browser only: the address and the page that are shown, as an external store. */

/** A new object for every navigation. */
interface ShownPage {
  readonly address: Address;
  readonly state: PageState;
}

/** The page as the server has rendered it. */
export const firstPage: ShownPage = { address: readDocumentAddress(), state: readPageState() };

let shown = firstPage;
const listeners = new Set<() => void>();

/** The page that is shown. */
export function getShownPage(): ShownPage {
  return shown;
}

/** Shows another page. */
export function showPage(next: ShownPage): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Calls the listener whenever another page is shown. */
export function followShownPage(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Back or Forward may have changed the current address since, without loading its page. */
function readDocumentAddress(): URL {
  const [navigation] = performance.getEntriesByType('navigation');
  return new URL(navigation?.name ?? window.location.href);
}

/** Written by our own server in this very document (`server/render/document-head.ts`). */
function readPageState(): PageState {
  const element = document.getElementById(pageStateElementId);
  if (!element?.textContent) throw new Error('The document has no page state');
  return JSON.parse(element.textContent);
}
