import { pageStateElementId } from '../page-state.ts';
import { fontFiles, fontNames } from '../styles/fonts.ts';
import { hydrationBegun } from './boot-events.ts';

/** `data-fonts` while the fonts are on their way and their stand-ins are used (`global-css.ts`). */
export const fontsAwaited = 'wait';

/** A visible page that has not painted by then, in ms, starts all the same. */
const patience = 1500;

/**
 * The second part of the boot script: when what comes after the HTML is fetched. The page, its styles
 * and the fonts' stand-ins are in the first answer, so nothing else may delay its first paint: fonts
 * and scripts are asked for when the browser says that it has painted. (Asked for in the head they
 * share the line with the HTML, and Chromium holds the paint back for fonts that are preloaded.)
 *
 * Who comes from another page of ours, or reloads, has the fonts: there they are preloaded at once and
 * nothing flashes. Without JavaScript `<noscript>` preloads them.
 *
 * A script that cannot be loaded is told in `data-script`, which brings back the controls that only
 * serve without JavaScript. What the visitor does before React listens is done again when it does.
 */
export const startScript = [
  'var q=[],w,n=performance.getEntriesByType("navigation")[0];',
  // Fonts: at hand, or on their way.
  'if(document.referrer.indexOf(location.origin+"/")===0||n&&n.type!=="navigate")',
  JSON.stringify(Object.values(fontFiles)),
  '.forEach(function(f){var l=document.createElement("link");l.rel="preload";l.as="font";l.type="font/woff2";l.crossOrigin="";l.href=f;document.head.append(l)});',
  `else{w=1;r.dataset.fonts="${fontsAwaited}"}`,
  'function o(){delete r.dataset.fonts}',
  // Both fonts at once: the page changes its face one time.
  'function p(){if(!p.b){p.b=1;if(w)Promise.all(',
  JSON.stringify(Object.values(fontNames)),
  '.map(function(f){return document.fonts.load("1em \'"+f+"\'")})).then(o,o);g()}}',
  'function g(){var s=document.getElementById("',
  pageStateElementId,
  '"),u=s&&s.dataset.scripts;if(u)Promise.all(u.split(" ").map(function(f){return import(f)})).catch(function(e){r.dataset.script="failed";throw e})}',
  // Too early for React: kept, and done again.
  'function k(e){var t=e.target;t=e.type==="click"?t.closest("button.needs-script,input[type=radio]"):t.matches("select")&&t;if(t)q.push([t,t.value])}',
  'addEventListener("click",k,true);addEventListener("change",k,true);',
  `addEventListener("${hydrationBegun}",function(){removeEventListener("click",k,true);removeEventListener("change",k,true);`,
  'q.forEach(function(i){var t=i[0];if(t.matches("select")){t.value=i[1];t.dispatchEvent(new Event("change",{bubbles:true}))}else{t.checked=false;t.click()}})});',
  // After the paint. A page that is not seen has none.
  'new PerformanceObserver(function(l,b){b.disconnect();p()}).observe({type:"paint",buffered:true});',
  `addEventListener("DOMContentLoaded",function(){document.visibilityState==="visible"?setTimeout(p,${patience}):p()})`,
].join('');
