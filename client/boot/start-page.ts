import { root } from '../root-element.ts';
import { fontFiles, fontNames, fontWeights } from '../styles/font-files.ts';
import { attempt } from './attempt.ts';
import { showAsModal } from './show-as-modal.ts';

/** Milliseconds after the end of the HTML. A visible page that has not painted by then starts anyway. */
const paintTimeout = 1500;

/** A part of the inline script: fonts and scripts are fetched after the first paint. */
export function startPage(): void {
  let hasStarted = false;
  const start = () => {
    if (hasStarted || !root.dataset['script']) return;
    hasStarted = true;
    void showFonts();
    void importScripts();
  };
  // It waits for the paint of the text, not of the bare background.
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint')[0]) start();
  }).observe({ type: 'paint', buffered: true });
  addEventListener('DOMContentLoaded', () =>
    attempt(() => {
      // A dialog that becomes modal at hydration would be painted again.
      const dialog = document.querySelector('dialog');
      if (dialog) showAsModal(dialog);
      // A page in a hidden tab does not paint.
      setTimeout(start, document.hidden ? 0 : paintTimeout);
    }),
  );
}

/** Adds both fonts in one task, so that the page is laid out again only once. If one fails, the fallback fonts stay. */
async function showFonts(): Promise<void> {
  try {
    const faces = [
      new FontFace(fontNames.eczar, `url(${fontFiles.eczar})`, { weight: fontWeights.eczar }),
      new FontFace(fontNames.anekLatin, `url(${fontFiles.anekLatin})`, {
        weight: fontWeights.anekLatin,
      }),
    ];
    await Promise.all(faces.map((face) => face.load()));
    for (const face of faces) document.fonts.add(face);
  } catch {}
}

/**
 * Fetches all scripts at once, and runs each in a task of its own, what it imports first. If a script fails to load,
 * `data-script` shows the controls for visitors without JavaScript again.
 */
async function importScripts(): Promise<void> {
  try {
    const scripts = document.getElementById('root')?.dataset['scripts']?.split(' ') ?? [];
    for (const script of scripts) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = script;
      document.head.append(link);
    }
    for (const script of scripts.reverse()) {
      await import(script);
      await new Promise((resolve) => setTimeout(resolve));
    }
  } catch (error) {
    root.dataset['script'] = 'failed';
    throw error;
  }
}
