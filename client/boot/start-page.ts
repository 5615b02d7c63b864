import { pageStateElementId } from '../page-state-element.ts';
import { root } from '../root-element.ts';
import { fontFiles, fontNames, fontsPending } from '../styles/font-files.ts';
import { hydrationBegun, hydrationEnded } from './boot-events.ts';
import { showAsModal } from './show-as-modal.ts';
import { showFonts } from './show-fonts.ts';

/** A visible page that has not painted by then starts all the same: milliseconds. */
const paintTimeout = 1500;

/**
 * A part of the inline script: decides when everything but the HTML is fetched. The page, its styles
 * and the fallback fonts are in the first response, so nothing else may delay its first paint: fonts
 * and scripts are fetched when the browser reports that paint. (Requested in the head they share the
 * connection with the HTML, and Chromium holds the paint back for fonts that are preloaded.)
 *
 * A visitor who comes from another page of ours, or reloads, has the fonts: they are preloaded at once
 * and nothing flashes. Without JavaScript the first text that uses them fetches them.
 */
export function startPage(): void {
  const [visit] = performance.getEntriesByType('navigation');
  const isFirstVisit =
    !document.referrer.startsWith(`${location.origin}/`) &&
    visit &&
    'type' in visit &&
    visit.type === 'navigate';
  if (isFirstVisit) root.dataset['fonts'] = fontsPending;
  else preloadFonts();
  // The browser looks for a position in it.
  if (!isFirstVisit || location.hash) root.dataset['whole'] = '';

  let hasStarted = false;
  const start = () => {
    if (hasStarted) return;
    hasStarted = true;
    if (isFirstVisit) loadFonts();
    importScripts();
  };
  // After the paint of the text, not of the bare background.
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint')[0]) start();
  }).observe({ type: 'paint', buffered: true });
  addEventListener('DOMContentLoaded', () => {
    // Not at hydration: entering the top layer paints its text anew.
    const dialog = document.querySelector('dialog');
    if (dialog) showAsModal(dialog);
    // A page in a hidden tab does not paint.
    setTimeout(start, document.hidden ? 0 : paintTimeout);
  });
  replayEarlyInput();
}

function preloadFonts(): void {
  for (const href of [fontFiles.eczar, fontFiles.anekLatin]) {
    document.head.append(
      Object.assign(document.createElement('link'), {
        rel: 'preload',
        as: 'font',
        crossOrigin: '',
        href,
      }),
    );
  }
}

function loadFonts(): void {
  const load = (name: string) => document.fonts.load(`1em ${name}`);
  Promise.all([load(fontNames.eczar), load(fontNames.anekLatin)]).then(showFonts, showFonts);
}

/** `data-script` says that it failed, which brings back the controls that only serve without JavaScript. */
function importScripts(): void {
  const { scripts, styles } = document.getElementById(pageStateElementId)?.dataset ?? {};
  if (!scripts) return;
  const stylesheet = styles && fetch(styles).then(readText);
  if (stylesheet) window.stylesheet = stylesheet;
  const modules = scripts.split(' ').map((script) => import(script));
  Promise.all([stylesheet, ...modules]).catch((error: unknown) => {
    root.dataset['script'] = 'failed';
    throw error;
  });
}

function readText(response: Response): Promise<string> {
  if (!response.ok) throw new Error(`The stylesheet is a ${response.status}`);
  return response.text();
}

/** What the visitor does before React listens is recorded, and done again when the page is hydrated. */
function replayEarlyInput(): void {
  const recorded: [control: HTMLInputElement, value: string][] = [];
  const record = ({ type, target }: Event) => {
    if (!(target instanceof Element)) return;
    const control = target.closest<HTMLInputElement>(
      type === 'click' ? '[type=button],[type=radio]' : 'select',
    );
    if (control) recorded.push([control, control.value]);
  };
  addEventListener('click', record, true);
  addEventListener('change', record, true);
  addEventListener(hydrationBegun, () => {
    removeEventListener('click', record, true);
    removeEventListener('change', record, true);
  });
  addEventListener(hydrationEnded, () => {
    // Each in a task of its own, as from a visitor: React renders between two of them.
    for (const [control, value] of recorded) setTimeout(() => repeatInput(control, value));
  });
}

function repeatInput(control: HTMLInputElement, value: string): void {
  if (control.type === 'radio' || control.type === 'button') {
    control.checked = false;
    control.click();
  } else {
    control.value = value;
    control.dispatchEvent(new Event('change', { bubbles: true }));
  }
}
