import { useSyncExternalStore } from 'react';
import { themeChanged, themeStorageKey } from './theme-names.ts';

/** The visitor's theme; `system` follows the browser's colour scheme while the page is open. */
export type Theme = 'light' | 'dark' | 'system';

/** Stores the theme and applies it at once: in CSS the colours depend on `data-theme`. */
export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(themeStorageKey);
    else localStorage.setItem(themeStorageKey, theme);
  } catch {
    // Storage may be forbidden or full: the theme then lasts as long as the page.
  }
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  window.dispatchEvent(new Event(themeChanged));
}

/** The current theme; `system` on the server and while hydrating. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'system');
}

function readTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

/** A theme set in another tab arrives as a storage event. The inline script has already applied it. */
function subscribe(listener: () => void): () => void {
  window.addEventListener(themeChanged, listener);
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener(themeChanged, listener);
    window.removeEventListener('storage', listener);
  };
}
