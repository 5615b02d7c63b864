/*
 * The two typefaces, latin only and served by this site, and the local fonts that are shown until they
 * arrive. Every fallback font is scaled to the same average width and has the same line box, so the
 * page does not move when the real font replaces it. (Set the width of text in em, not in ch: ch is
 * the width of a 0, and the zeros differ by 8 %.)
 *
 * The files are the latin woff2 of @fontsource-variable/eczar 5.3.0 and
 * @fontsource-variable/anek-latin 5.3.0 (weight axis only), made smaller with fonttools:
 *   fonttools varLib.instancer anek-latin-latin-wght-normal.woff2 wght=400:700
 *   fonttools subset … --unicodes=<unicodes> --flavor=woff2 --no-hinting
 *     --layout-features=kern,liga,calt,ccmp,locl,rvrn,tnum,lnum
 * with <unicodes>: U+20-7E,U+A0-FF,U+131,U+152-153,U+2C6,U+2DA,U+2DC,U+2009,U+2013-2014,
 * U+2018-201A,U+201C-201E,U+2022,U+2026,U+2039-203A,U+2044,U+20AC,U+2122,U+2212
 * Their names carry the first 8 digits of the file's sha256, so they are cached for a year.
 * Neither has arrows: use an icon. Only Anek Latin has tabular figures; both are lining by default.
 */

import { fontNames, formatWebFaces } from './font-files.ts';

/** Ascent and descent in percent of the font size (hhea and OS/2 agree); the line gap is 0. */
const eczarBox = { ascent: 114.3, descent: 63.4 };
const anekBox = { ascent: 90, descent: 20 };

interface Fallback {
  /** Our font and its local substitute, such as `Eczar-Georgia`. */
  readonly family: string;
  /**
   * Names of the local font for the weights 400 and 500, and for bolder ones. `local()` matches PostScript names and
   * full names (CSS Fonts 4), never families. PostScript names differ less between systems.
   */
  readonly regular: readonly string[];
  readonly bold: readonly string[];
  /** The width of our font relative to the local one, in percent, for each weight. */
  readonly sizeAdjust: Readonly<Record<string, number>>;
}

/*
 * The fonts of systems:
 *   Windows, macOS, iOS       Arial, Times New Roman, Georgia
 *   Android                   Roboto, Noto Serif. Since Android 12 Roboto is one variable file. Its bold
 *                             weights have no name, so its regular one is used for them.
 *   ChromeOS                  Roboto, Noto, and Arimo and Tinos. These two have the widths of Arial and
 *                             Times New Roman, and so does Liberation.
 *   Fedora, Ubuntu, KDE       Noto Sans and Noto Serif or DejaVu, often Liberation. Adwaita Sans,
 *                             Cantarell and Ubuntu are for the desktop, and never the only fonts.
 *   Debian, Ubuntu Server     DejaVu Sans and DejaVu Serif, and Liberation with an office suite
 *
 * The most similar font comes first. Each local font has a family of its own: if the font is missing, the browser skips
 * the family and uses the next one, with the widths of that font.
 *
 * Our fonts become wider with their weight, but a local font has only one bold weight, so each weight has a width here.
 * `npm run fonts` measures the widths and corrects them; tests/browser/fonts.system.spec.ts fails for wrong ones. Two
 * are up to 0.5 below the measured ones, so that a line on a phone breaks as in our font: Georgia at 700 and Roboto at
 * 400.
 */
const displayFallbacks: readonly Fallback[] = [
  {
    family: 'Eczar-Georgia',
    regular: ['Georgia', 'Gelasio', 'Gelasio-Regular'],
    bold: ['Georgia-Bold', 'Gelasio-Bold'],
    sizeAdjust: { 400: 97.4, 500: 100.8, 600: 89.2, 700: 91.8 },
  },
  {
    family: 'Eczar-Times',
    regular: ['TimesNewRomanPSMT', 'LiberationSerif', 'Tinos', 'Tinos-Regular'],
    bold: ['TimesNewRomanPS-BoldMT', 'LiberationSerif-Bold', 'Tinos-Bold'],
    sizeAdjust: { 400: 107.1, 500: 110.8, 600: 107.2, 700: 110.7 },
  },
  {
    family: 'Eczar-Noto',
    regular: ['NotoSerif-Regular', 'NotoSerif'],
    bold: ['NotoSerif-Bold'],
    sizeAdjust: { 400: 90.1, 500: 93.2, 600: 90.9, 700: 93.8 },
  },
  {
    family: 'Eczar-DejaVu',
    regular: ['DejaVuSerif'],
    bold: ['DejaVuSerif-Bold'],
    sizeAdjust: { 400: 84, 500: 86.9, 600: 81.5, 700: 84.1 },
  },
];

const textFallbacks: readonly Fallback[] = [
  {
    family: 'Anek-Arial',
    regular: ['ArialMT', 'LiberationSans', 'Arimo', 'Arimo-Regular'],
    bold: ['Arial-BoldMT', 'LiberationSans-Bold', 'Arimo-Bold'],
    sizeAdjust: { 400: 94, 500: 92.4, '600 700': 91 },
  },
  {
    family: 'Anek-Roboto',
    regular: ['Roboto-Regular'],
    bold: ['Roboto-Bold'],
    sizeAdjust: { 400: 93.8, 500: 94.5, '600 700': 96.3 },
  },
  {
    family: 'Anek-Roboto-Variable', // Its bold weights have no name.
    regular: [],
    bold: ['Roboto-Regular'],
    sizeAdjust: { '600 700': 97.9 },
  },
  {
    family: 'Anek-Noto',
    regular: ['NotoSans-Regular', 'NotoSans'],
    bold: ['NotoSans-Bold'],
    sizeAdjust: { 400: 88.5, 500: 88.9, '600 700': 86.9 },
  },
  {
    family: 'Anek-DejaVu',
    regular: ['DejaVuSans'],
    bold: ['DejaVuSans-Bold'],
    sizeAdjust: { 400: 82.4, 500: 83.9, '600 700': 76.4 },
  },
];

/** The font families of the local fonts above. */
const fallbacks = {
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
  `@media (scripting:none){${formatWebFaces()}}`,
  ...fallbackFaces.map((face) =>
    fallbackFaceCss(face, face.localNames.map((name) => `local(${name})`).join()),
  ),
].join('');

/** One `@font-face` rule for a font of the visitor's system. */
export interface FallbackFace {
  /** The font of ours that it replaces. */
  readonly fontName: (typeof fontNames)[keyof typeof fontNames];
  readonly family: string;
  /** A weight, or the first and the last of a range. */
  readonly weight: string;
  readonly localNames: readonly string[];
  readonly sizeAdjust: number;
}

/** The faces of a fallback font, one for each of its weights. */
function listFaces(
  fontName: FallbackFace['fontName'],
  { family, regular, bold, sizeAdjust }: Fallback,
): FallbackFace[] {
  return Object.entries(sizeAdjust).map(([weight, percent]) => ({
    fontName,
    family,
    weight,
    localNames: Number.parseInt(weight, 10) < 600 ? regular : bold,
    sizeAdjust: percent,
  }));
}

/**
 * The `@font-face` rule of a fallback font with this source. It needs no `line-gap-override`: the gap counts only if
 * `line-height` is `normal`, and the site's line heights are numbers.
 */
export function fallbackFaceCss(
  { fontName, family, weight, sizeAdjust }: FallbackFace,
  src: string,
) {
  const box = fontName === fontNames.eczar ? eczarBox : anekBox;
  // size-adjust scales the overrides too, so dividing by it preserves the line box of our font.
  const override = (percent: number) => `${Math.round((percent * 100) / sizeAdjust)}%`;
  return (
    `@font-face{font-family:${family};${weight === '400' ? '' : `font-weight:${weight};`}src:${src};` +
    `size-adjust:${sizeAdjust}%;ascent-override:${override(box.ascent)};` +
    `descent-override:${override(box.descent)}}`
  );
}
