/*
 * The two typefaces, served from here and latin only, and the local faces that stand in until they
 * arrive. Every stand-in is scaled to the same average width and given the same line box, so the
 * page does not move when the real font replaces it. (Give text measures in em, not in ch: ch is the
 * width of a 0, and the zeros differ by 8 %.)
 *
 * The files are the latin woff2 of @fontsource-variable/eczar 5.3.0 and
 * @fontsource-variable/anek-latin 5.3.0 (weight axis only), made smaller with fonttools:
 *   fonttools varLib.instancer anek-latin-latin-wght-normal.woff2 wght=400:700
 *   fonttools subset … --unicodes=<unicodeRange below> --flavor=woff2 --no-hinting
 *     --layout-features=kern,liga,calt,ccmp,locl,rvrn,tnum,lnum
 * with <unicodes>: U+20-7E,U+A0-FF,U+131,U+152-153,U+2C6,U+2DA,U+2DC,U+2009,U+2013-2014,
 * U+2018-201A,U+201C-201E,U+2022,U+2026,U+2039-203A,U+2044,U+20AC,U+2122,U+2212
 * Their names carry the first 8 digits of the file's sha256, so they are cached for a year.
 * Neither has arrows: draw them. Only Anek Latin has tabular figures; both are lining by default.
 */

import { fontFiles, fontNames } from './font-files.ts';

/** What stands in for them: the local faces below. */
export const standIns = {
  display: "'Eczar Georgia','Eczar Times','Eczar Noto',serif",
  text: "'Anek Arial','Anek Roboto',sans-serif",
} as const;

/** Font stack for headings, numerals and large sentences. */
export const displayFont = `${fontNames.eczar},${standIns.display}`;

/** Font stack for text and controls. */
export const textFont = `'${fontNames.anekLatin}',${standIns.text}`;

/** Ascent and descent in percent of the font size (hhea and OS/2 agree); the line gap is 0. */
const eczarBox = { ascent: 114.3, descent: 63.4 };
const anekBox = { ascent: 90, descent: 20 };

/* Local names: the full name and the PostScript name, since browsers differ in which they match.
   Liberation, Tinos and Arimo have the widths of Times New Roman and Arial. */
const georgia = ['Georgia', 'Gelasio'];
const georgiaBold = ['Georgia Bold', 'Georgia-Bold', 'Gelasio Bold'];
const times = ['Times New Roman', 'TimesNewRomanPSMT', 'Liberation Serif', 'Tinos'];
const timesBold = [
  'Times New Roman Bold',
  'TimesNewRomanPS-BoldMT',
  'Liberation Serif Bold',
  'Tinos Bold',
];
const notoSerif = ['Noto Serif', 'NotoSerif'];
const notoSerifBold = ['Noto Serif Bold', 'NotoSerif-Bold'];
const arial = ['Arial', 'ArialMT', 'Helvetica', 'Liberation Sans', 'Arimo'];
const arialBold = [
  'Arial Bold',
  'Arial-BoldMT',
  'Helvetica Bold',
  'Helvetica-Bold',
  'Liberation Sans Bold',
  'Arimo Bold',
];
const roboto = ['Roboto', 'Roboto Regular'];
const robotoBold = ['Roboto Bold', 'Roboto-Bold'];

type FallbackFace = readonly [
  family: string,
  weights: string,
  localNames: readonly string[],
  /** Width of our font at that weight over the stand-in's, in percent. */
  sizeAdjust: number,
  box: typeof eczarBox,
];

/* Measured by setting the same English text in both, kerning and ligatures included: paragraphs for
   400 and 500, headings for 600 and 700, figures for Eczar 800. (Advance widths weighted by letter
   frequency alone come out 2 % wide for headings.) Our fonts grow wider with their weight while a
   stand-in has one bold: hence a row for each weight. One family per local font, because a family
   whose local font is missing is skipped, and the next one has its own measure. */
const fallbackFaces: readonly FallbackFace[] = [
  ['Eczar Georgia', '400', georgia, 97.6, eczarBox],
  ['Eczar Georgia', '500', georgia, 101, eczarBox],
  ['Eczar Georgia', '600', georgiaBold, 89.4, eczarBox],
  ['Eczar Georgia', '700', georgiaBold, 92.4, eczarBox],
  ['Eczar Georgia', '800', georgiaBold, 93.3, eczarBox],
  ['Eczar Times', '400', times, 107, eczarBox],
  ['Eczar Times', '500', times, 110.6, eczarBox],
  ['Eczar Times', '600', timesBold, 106.7, eczarBox],
  ['Eczar Times', '700', timesBold, 110.2, eczarBox],
  ['Eczar Times', '800', timesBold, 116, eczarBox],
  ['Eczar Noto', '400 500', notoSerif, 91.4, eczarBox],
  ['Eczar Noto', '600 800', notoSerifBold, 93.7, eczarBox],
  ['Anek Arial', '400', arial, 93.9, anekBox],
  ['Anek Arial', '500', arial, 95, anekBox],
  ['Anek Arial', '600', arialBold, 90.4, anekBox],
  ['Anek Arial', '700', arialBold, 92.2, anekBox],
  ['Anek Roboto', '400 500', roboto, 94.3, anekBox],
  ['Anek Roboto', '600 700', robotoBold, 96.3, anekBox],
];

/** Minified @font-face rules for the fonts and their stand-ins; part of the global style sheet. */
export const fontFaceCss: string = [
  webFace(fontNames.eczar, fontFiles.eczar, '400 800'),
  webFace(fontNames.anekLatin, fontFiles.anekLatin, '400 700'),
  ...fallbackFaces.map(localFace),
].join('');

function webFace(family: string, file: string, weights: string): string {
  return (
    `@font-face{font-family:'${family}';font-weight:${weights};font-display:swap;` +
    `src:url(${file}) format('woff2')}`
  );
}

function localFace([family, weights, localNames, sizeAdjust, box]: FallbackFace): string {
  // size-adjust scales the overrides too: dividing by it keeps the line box of the real font.
  const override = (percent: number) => `${((percent * 100) / sizeAdjust).toFixed(1)}%`;
  return (
    `@font-face{font-family:'${family}';font-weight:${weights};` +
    `src:${localNames.map((name) => `local('${name}')`).join(',')};` +
    `size-adjust:${sizeAdjust}%;ascent-override:${override(box.ascent)};` +
    `descent-override:${override(box.descent)};line-gap-override:0%}`
  );
}
