/*
 * The two typefaces, served from here and latin only, and the local faces that stand in until they
 * arrive. Every fallback font is scaled to the same average width and given the same line box, so the
 * page does not move when the real font replaces it. (Give text measures in em, not in ch: ch is the
 * width of a 0, and the zeros differ by 8 %.)
 *
 * The files are the latin woff2 of @fontsource-variable/eczar 5.3.0 and
 * @fontsource-variable/anek-latin 5.3.0 (weight axis only), made smaller with fonttools:
 *   fonttools varLib.instancer anek-latin-latin-wght-normal.woff2 wght=400:700
 *   fonttools subset … --unicodes=<unicodes> --flavor=woff2 --no-hinting
 *     --layout-features=kern,liga,calt,ccmp,locl,rvrn,tnum,lnum
 * with <unicodes>: U+20-7E,U+A0-FF,U+131,U+152-153,U+2C6,U+2DA,U+2DC,U+2009,U+2013-2014,
 * U+2018-201A,U+201C-201E,U+2022,U+2026,U+2039-203A,U+2044,U+20AC,U+2122,U+2212
 * Their names carry the first 8 digits of the file's sha256, so they are cached for a year.
 * Neither has arrows: draw them. Only Anek Latin has tabular figures; both are lining by default.
 */

import {
  displayFallbacks,
  type FallbackFace,
  listFaces,
  localFaceCss,
  textFallbacks,
} from './fallback-fonts.ts';
import { fontFiles, fontNames } from './font-files.ts';

/** The font families of the local fonts above. */
export const fallbacks = {
  display: `${displayFallbacks.map(({ family }) => family).join()},serif`,
  text: `${textFallbacks.map(({ family }) => family).join()},sans-serif`,
} as const;

/** Font stack for headings, numerals and large sentences. */
export const displayFont = `${fontNames.eczar},${fallbacks.display}`;

/** Font stack for text and controls. */
export const textFont = `'${fontNames.anekLatin}',${fallbacks.text}`;

/** Every fallback font in each of its weights. */
export const fallbackFaces: readonly FallbackFace[] = [
  ...displayFallbacks.flatMap((fallback) => listFaces(fontNames.eczar, fallback)),
  ...textFallbacks.flatMap((fallback) => listFaces(fontNames.anekLatin, fallback)),
];

/** Minified @font-face rules for the fonts and their fallback fonts; part of the global style sheet. */
export const fontFaceCss: string = [
  webFace(fontNames.eczar, fontFiles.eczar, '400 800'),
  webFace(fontNames.anekLatin, fontFiles.anekLatin, '400 700'),
  ...fallbackFaces.map(localFaceCss),
].join('');

function webFace(family: string, file: string, weights: string): string {
  return `@font-face{font-family:${family};font-weight:${weights};font-display:swap;src:url(${file})}`;
}
