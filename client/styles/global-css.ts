import { fluidRootSize } from './fluid-size.ts';
import { displayFont, fontFaceCss, textFont } from './fonts.ts';
import { minifyCss } from './minify-css.ts';
import { tokensCss } from './tokens.ts';

/**
 * Defaults of the elements; components override them. The fonts come after the first paint (`boot/start-page.ts`). Only
 * lists with `role=list` have no markers: without markers and role, Safari does not announce a list.
 */
const elements = `
*,*::before,*::after{box-sizing:border-box}
*{margin:0}
:root{--display:${displayFont};--text-face:${textFont}}
html{font-size:calc(${fluidRootSize});-webkit-text-size-adjust:none;text-size-adjust:none;scroll-padding-top:6rem;overflow-wrap:break-word}
body{min-height:100dvh;background:var(--page);color:var(--text);font:400 var(--body)/1.6 var(--text-face);text-wrap:pretty;-webkit-font-smoothing:antialiased}
h1,h2,h3{font-family:var(--display);text-wrap:balance}
@media (max-width:30em){h1,h2,h3{hyphens:auto;-webkit-hyphens:auto;hyphenate-limit-chars:12 5 5}}
h1{font-size:var(--h1);line-height:1.05;letter-spacing:-.022em}
h2{font-size:var(--h2);line-height:1.04;letter-spacing:-.02em}
h3{font-size:var(--h3);line-height:1.14;font-weight:600}
[tabindex='-1']:focus{outline:none}
p{max-width:34em}
time{white-space:nowrap}
ul,ol{padding:0}
:where([role=list]){list-style:none}
a{color:inherit}
svg,img,iframe{display:block;max-width:100%}
button,input,select{font:inherit;color:inherit;letter-spacing:inherit}
button,select,summary{cursor:pointer}
:focus-visible{outline:3px solid var(--focus,var(--indigo));outline-offset:2px}
::selection{background:var(--dot);color:var(--on-dot)}
`;

/**
 * The few classes that belong to no component. `needs-script` marks a control that does nothing without JavaScript,
 * `without-script` a control for visitors without it. The inline script sets `data-script=on`, and `failed` if a script
 * cannot be loaded; in a browser that is too old it sets nothing. React writes deferred parts into hidden elements: the last
 * rule shows these without JavaScript.
 */
const classes = `
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap;-webkit-user-select:none;user-select:none}
:root:not([data-script=on]) .needs-script{display:none!important}
:root[data-script=on] .without-script{display:none}
:root:not([data-script]) [hidden][id^='S:']{display:block}
`;

/**
 * Reserves the scrollbar's space before the page is longer than the window. Otherwise the page would move when the rest
 * of its HTML arrives. Not in the contact page's frame: the head of that page does not wait for `<main>`.
 */
const scrollbar = `
@media screen{:root:where(:has([rel=expect])){overflow-y:scroll}}
`;

/**
 * Documents cross-fade below the header. The header has no animation: its group would slide between two scroll
 * positions. A page that is reached by a click only fades in: see `scroll-and-focus.tsx`. `down` and `across` uncover a
 * line with half of its stroke, which is outside of the box that they clip.
 */
const motion = `
@media (prefers-reduced-motion:no-preference){
@view-transition{navigation:auto}
::view-transition-group(*),::view-transition-old(*),::view-transition-new(*){animation-duration:var(--fade-time)}
::view-transition-group(header),::view-transition-new(header){animation:none}
::view-transition-old(header){display:none}
}
@keyframes rise{from{transform:translateY(var(--rise))}}
@keyframes draw{from{stroke-dashoffset:1000}}
@keyframes down{from{clip-path:inset(-6px -6px calc(100% + 6px))}to{clip-path:inset(-6px)}}
@keyframes across{from{clip-path:inset(-6px calc(100% + 6px) -6px -6px)}to{clip-path:inset(-6px)}}
`;

/**
 * Print: white, black, 11 pt, links with their addresses, no controls. Firefox does not support `break-after: avoid`,
 * so the box of a heading includes the height of the first lines below it.
 */
const print = `
@media print{
@page{margin:16mm}
body{min-height:0;font-size:11pt;line-height:1.45}
h1{font-size:30pt}h2{font-size:20pt!important}h3{font-size:14pt!important}
h1,h2,h3{break-after:avoid;break-inside:avoid;line-height:1.25!important}
h2::after,h3::after{content:'';display:block;height:64pt;margin-bottom:-64pt}
details,article,main li{break-inside:avoid}
p,li{orphans:3;widows:3}
button,header nav,header [target],footer ul,footer img,[href='#main'],dialog:not([open]){display:none!important}
main a{min-height:0!important;padding:0!important;border:0!important;background:none!important;color:inherit!important}
main a>svg{display:none}
main a[href^='http']::after{content:' (' attr(href) ')';font-size:9pt;font-weight:400;word-break:break-all}
details::details-content{content-visibility:visible;block-size:auto;display:block}
[data-reveal]{transform:none!important}
}
`;

/** Global styles are one constant string for all pages, so the policy needs one hash for them. */
export const globalCss =
  fontFaceCss +
  tokensCss +
  minifyCss((elements + classes + scrollbar + motion + print).replaceAll('\n', ''));
