import { pageStateElementId } from '../page-state.ts';
import { fontFiles, fontNames } from '../styles/fonts.ts';
import { hydrationBegun, hydrationEnded } from './boot-events.ts';

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
  'let d=document,q=[],o=()=>delete r.dataset.fonts,w=!d.referrer.startsWith(location.origin+"/")&&performance.getEntriesByType("navigation")[0]?.type==="navigate",p=()=>{p=()=>{};',
  // Both fonts at once, so that the page changes its face one time.
  `if(w)Promise.all(${JSON.stringify(Object.values(fontNames))}.map(f=>d.fonts.load("1em "+f))).then(o,o);`,
  `let u=d.getElementById("${pageStateElementId}")?.dataset.scripts;`,
  'if(u)Promise.all(u.split(" ").map(f=>import(f))).catch(e=>{r.dataset.script="failed";throw e})},',
  // Too early for React: kept, and done again.
  'k=({type:y,target:t})=>{t=t.closest(y==="click"?"[type=button],[type=radio]":"select");t&&q.push([t,t.value])};',
  `if(w)r.dataset.fonts="${fontsAwaited}";else for(let f of ${JSON.stringify(Object.values(fontFiles))})d.head.append(Object.assign(d.createElement("link"),{rel:"preload",as:"font",crossOrigin:"",href:f}));`,
  'for(let y of["click","change"])addEventListener(y,k,true);',
  `addEventListener("${hydrationBegun}",()=>{for(let y of["click","change"])removeEventListener(y,k,true)});`,
  `addEventListener("${hydrationEnded}",()=>{for(let[t,v]of q)`,
  'if(t.type==="radio"||t.type==="button"){t.checked=false;t.click()}else{t.value=v;t.dispatchEvent(new Event("change",{bubbles:true}))}});',
  // After the paint of the text, not of the bare ground. A page that is not seen has none.
  'new PerformanceObserver(l=>l.getEntriesByName("first-contentful-paint")[0]&&p()).observe({type:"paint",buffered:true});',
  `addEventListener("DOMContentLoaded",()=>setTimeout(()=>p(),d.hidden?0:${patience}))`,
].join('');
