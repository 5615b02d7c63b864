import { themeChanged, themeStorageKey } from './theme.ts';

/**
 * The theme's part of the boot script; `r` is the root element. It runs before the first paint, so
 * the chosen theme never flashes. Reading `localStorage` throws where storage is forbidden.
 */
export const themeScript = [
  'function a(){var t;try{t=localStorage.getItem("',
  themeStorageKey,
  '")}catch(e){}',
  'if(t==="light"||t==="dark")r.dataset.theme=t;else delete r.dataset.theme;c()}',
  // The browser's bars: of the two colours the chosen one, else that of the system.
  'function c(){var t=r.dataset.theme;document.querySelectorAll("meta[name=theme-color]").forEach(function(m,i){',
  'var s=i?"dark":"light";m.setAttribute("media",t?t===s?"all":"not all":"(prefers-color-scheme:"+s+")")})}',
  'a();addEventListener("storage",a);addEventListener("',
  themeChanged,
  '",c);',
].join('');
