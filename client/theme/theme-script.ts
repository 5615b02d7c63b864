import { themeChanged, themeStorageKey } from './theme.ts';

/**
 * The theme's part of the boot script; `r` is the root element. It runs before the first paint, so
 * the chosen theme never flashes. Reading `localStorage` throws where storage is forbidden.
 */
export const themeScript = [
  'let c=()=>{let t=r.dataset.theme;',
  // The browser's bars: of the two colours the chosen one, else that of the system.
  'document.querySelectorAll("meta[name=theme-color]").forEach((m,i)=>{',
  'let s=i?"dark":"light";m.media=t?t===s?"all":"not all":"(prefers-color-scheme:"+s+")"})},',
  `a=()=>{let t;try{t=localStorage.getItem("${themeStorageKey}")}catch{}`,
  'if(t==="light"||t==="dark")r.dataset.theme=t;else delete r.dataset.theme;c()};',
  `a();addEventListener("storage",a);addEventListener("${themeChanged}",c);`,
].join('');
