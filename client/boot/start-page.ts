import { root } from '../root-element.ts';
import { fontFiles, fontNames, fontWeights } from '../styles/font-files.ts';
import { showAsModal } from './show-as-modal.ts';

/** Milliseconds after the end of the HTML. A visible page that has not painted by then starts anyway. */
const paintTimeout = 1500;

/**
 * A part of the inline script: fonts and scripts are fetched after the first paint. In the head they would share the
 * connection with the HTML (client/README.md has the figures). A visitor who comes from another page of ours has the
 * fonts already.
 */
export function startPage(): void {
  if (document.referrer.startsWith(`${location.origin}/`)) void showFonts();
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

/** Both are added in one task, so that the page is laid out again once. */
async function showFonts(): Promise<void> {
  const faces = [
    new FontFace(fontNames.eczar, `url(${fontFiles.eczar})`, { weight: fontWeights.eczar }),
    new FontFace(fontNames.anekLatin, `url(${fontFiles.anekLatin})`, {
      weight: fontWeights.anekLatin,
    }),
  ];
  await Promise.allSettled(faces.map((face) => face.load()));
  for (const face of faces) if (face.status === 'loaded') document.fonts.add(face);
}

/** If a script fails, `data-script` says so, which shows the controls for visitors without JavaScript again. */
function importScripts(): void {
  const scripts = document.getElementById('root')?.dataset['scripts']?.split(' ') ?? [];
  Promise.all(scripts.map((script) => import(script))).catch((error: unknown) => {
    root.dataset['script'] = 'failed';
    throw error;
  });
}
