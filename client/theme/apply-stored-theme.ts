import { root } from '../root-element.ts';
import { themeChanged, themeStorageKey } from './theme-names.ts';

/**
 * A part of the inline script: applies the stored theme before the first paint, so that no other theme flashes, and
 * again when another tab stores one. Firefox does not notify a document in its back/forward cache, hence `pageshow`.
 */
export function applyStoredTheme(): void {
  const apply = () => {
    const theme = readStoredTheme();
    if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme;
    else delete root.dataset['theme'];
    colourBrowserBars();
  };
  apply();
  addEventListener('storage', apply);
  addEventListener('pageshow', ({ persisted }) => persisted && dispatchEvent(new Event('storage')));
  addEventListener(themeChanged, colourBrowserBars);
}

/** Reading `localStorage` throws where storage is forbidden. */
function readStoredTheme(): string | null | undefined {
  try {
    return localStorage.getItem(themeStorageKey);
  } catch {
    return undefined;
  }
}

/** Of the two `theme-color` elements, light and then dark, the chosen theme's applies, otherwise the system's. */
function colourBrowserBars(): void {
  const chosen = root.dataset['theme'];
  document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]').forEach((meta, index) => {
    const theme = index ? 'dark' : 'light';
    if (chosen) meta.media = chosen === theme ? 'all' : 'not all';
    else meta.media = `(prefers-color-scheme:${theme})`;
  });
}
