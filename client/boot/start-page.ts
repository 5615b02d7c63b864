import { pageStateElementId } from '../page-state-element.ts';
import { root } from '../root-element.ts';
import { fontFiles, fontNames, fontsPending } from '../styles/font-files.ts';
import { hydrationBegun, hydrationEnded } from './boot-events.ts';
import { showAsModal } from './show-as-modal.ts';
import { showFonts } from './show-fonts.ts';

/** Milliseconds after the end of the HTML. A visible page that has not painted by then starts anyway. */
const paintTimeout = 1500;

/**
 * A part of the inline script: decides when everything but the HTML is fetched. The first response contains the page,
 * its styles and the fallback fonts, so nothing else may delay its first paint: fonts and scripts are fetched when
 * the browser reports that paint. (Requested in the head they would share the connection with the HTML, and Chromium
 * delays the paint for preloaded fonts.)
 *
 * A visitor who comes from another page of ours, or reloads, has the fonts in the cache: they are preloaded at once
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
  // The browser restores a position or scrolls to a heading, so it needs the height of the whole page.
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
    // Not at hydration: a dialog that becomes modal is painted again.
    const dialog = document.querySelector('dialog');
    if (dialog) showAsModal(dialog);
    // A page in a hidden tab does not paint.
    setTimeout(start, document.hidden ? 0 : paintTimeout);
  });
  replayEarlyInput();
}

function preloadFonts(): void {
  for (const href of [fontFiles.eczar, fontFiles.anekLatin]) {
    const link = document.createElement('link');
    document.head.append(
      Object.assign(link, { rel: 'preload', as: 'font', crossOrigin: '', href }),
    );
  }
}

function loadFonts(): void {
  const load = (name: string) => document.fonts.load(`1em ${name}`);
  Promise.all([load(fontNames.eczar), load(fontNames.anekLatin)]).then(showFonts, showFonts);
}

/** If a script fails, `data-script` says so, which shows the controls for visitors without JavaScript again. */
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

/** Records what the visitor does before React listens, and repeats it when the page is hydrated. */
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
    // Each in a task of its own, as a visitor's input would be: React renders between two of them.
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
