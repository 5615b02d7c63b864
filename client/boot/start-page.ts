import { root } from '../root-element.ts';
import { fontFiles, fontNames, fontWeights } from '../styles/font-files.ts';
import { showAsModal } from './show-as-modal.ts';

/** Milliseconds after the end of the HTML. A visible page that has not painted by then starts anyway. */
const paintTimeout = 1500;

/**
 * A part of the inline script: fonts and scripts are fetched after the first paint. In the head they would share the
 * connection with the HTML.
 */
export function startPage(): void {
  let hasStarted = false;
  const start = () => {
    if (hasStarted) return;
    hasStarted = true;
    void showFonts();
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
}

/** Both are added in one task, so that the page is laid out again once. Without one the fallback fonts stay. */
async function showFonts(): Promise<void> {
  const faces = [
    new FontFace(fontNames.eczar, `url(${fontFiles.eczar})`, { weight: fontWeights.eczar }),
    new FontFace(fontNames.anekLatin, `url(${fontFiles.anekLatin})`, {
      weight: fontWeights.anekLatin,
    }),
  ];
  try {
    await Promise.all(faces.map((face) => face.load()));
  } catch {
    return;
  }
  for (const face of faces) document.fonts.add(face);
}

/** If a script fails, `data-script` says so, which shows the controls for visitors without JavaScript again. */
function importScripts(): void {
  const scripts = document.getElementById('root')?.dataset['scripts']?.split(' ') ?? [];
  Promise.all(scripts.map((script) => import(script))).catch((error: unknown) => {
    root.dataset['script'] = 'failed';
    throw error;
  });
}
