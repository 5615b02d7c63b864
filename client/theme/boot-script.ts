import { themeChanged, themeStorageKey } from './theme.ts';

/**
 * The one inline script: it runs before the first paint, so the chosen theme never flashes, and it
 * stands outside the React tree. It also listens for a script of ours that cannot be loaded and says
 * so in `data-script`, which brings back the controls that only serve without JavaScript. Its hash
 * is in the content security policy. Reading `localStorage` throws where storage is forbidden.
 */
export const bootScript = [
  '(function(r){',
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
  'addEventListener("error",function(e){if(e.target.tagName==="SCRIPT")r.dataset.script="failed"},true)',
  '})(document.documentElement)',
].join('');
