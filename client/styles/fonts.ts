/*
 * The two typefaces, served by this site, and the local fonts that are shown until they
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
 * U+2018-201A,U+201C-201E,U+2022,U+2026,U+2039-203A,U+2044,U+20AC,U+2122,U+2212; the extended files
 * likewise from their latin-ext woff2 with U+100-130,U+132-151,U+154-17F,U+218-21B and, of Anek Latin,
 * U+1E00-1E9F. Eczar has no letters with a dot below.
 * Their names carry the first 8 digits of the file's sha256, so they are cached for a year.
 * Neither has arrows: use an icon. Only Anek Latin has tabular figures; both are lining by default.
 */

import { fontNames, formatExtendedFaces, formatWebFaces } from './font-files.ts';

/** Ascent and descent in percent of the font size (hhea and OS/2 agree); the line gap is 0. */
const eczarBox = { ascent: 114.3, descent: 63.4 };
const anekBox = { ascent: 90, descent: 20 };

interface Fallback {
  /** Our font and its local substitute, such as `Eczar-Georgia`. */
  readonly family: string;
  /** The local fonts for the weights 400 and 500, and for bolder ones. */
  readonly regular: LocalFont;
  readonly bold: LocalFont;
}

/**
 * The width of our font relative to the local one, in percent: the mean of the weights for which it is shown. Then its
 * names. `local()` matches PostScript names and full names (CSS Fonts 4), never families. PostScript names differ less
 * between systems.
 */
type LocalFont = readonly [sizeAdjust: number, ...names: string[]];

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
 */
const displayFallbacks: readonly Fallback[] = [
  {
    family: 'Eczar-Georgia',
    regular: [99.5, 'Georgia', 'Gelasio', 'Gelasio-Regular'],
    bold: [91, 'Georgia-Bold', 'Gelasio-Bold'],
  },
  {
    family: 'Eczar-Times',
    regular: [109.5, 'TimesNewRomanPSMT', 'LiberationSerif', 'Tinos', 'Tinos-Regular'],
    bold: [109.5, 'TimesNewRomanPS-BoldMT', 'LiberationSerif-Bold', 'Tinos-Bold'],
  },
  {
    family: 'Eczar-Noto',
    regular: [92, 'NotoSerif-Regular', 'NotoSerif'],
    bold: [93, 'NotoSerif-Bold'],
  },
  { family: 'Eczar-DejaVu', regular: [87.5, 'DejaVuSerif'], bold: [83.3, 'DejaVuSerif-Bold'] },
];

const textFallbacks: readonly Fallback[] = [
  {
    family: 'Anek-Arial',
    regular: [94, 'ArialMT', 'LiberationSans', 'Arimo', 'Arimo-Regular'],
    bold: [91, 'Arial-BoldMT', 'LiberationSans-Bold', 'Arimo-Bold'],
  },
  {
    family: 'Anek-Roboto',
    regular: [93.8, 'Roboto-Regular'],
    bold: [97, 'Roboto-Bold', 'Roboto-Regular'],
  },
  {
    family: 'Anek-Noto',
    regular: [88.5, 'NotoSans-Regular', 'NotoSans'],
    bold: [86.9, 'NotoSans-Bold'],
  },
  { family: 'Anek-DejaVu', regular: [82.4, 'DejaVuSans'], bold: [76.4, 'DejaVuSans-Bold'] },
];

const joinFamilies = (fallbacks: readonly Fallback[]) =>
  fallbacks.map(({ family }) => family).join();

/** Font stack for headings, numerals and large sentences. */
export const displayFont = `${fontNames.eczar},${joinFamilies(displayFallbacks)},serif`;

/** Font stack for text and controls. */
export const textFont = `'${fontNames.anekLatin}',${joinFamilies(textFallbacks)},sans-serif`;

/** Minified @font-face rules for the fonts and their fallback fonts; part of the global style sheet. */
export const fontFaceCss: string = [
  // The browsers that get our fonts by script need them. Older ones would show them within words of a fallback font.
  `@supports selector(:modal){${formatExtendedFaces()}}`,
  `@media (scripting:none){${formatWebFaces()}}`,
  ...displayFallbacks.map((fallback) => formatFallback(fallback, eczarBox)),
  ...textFallbacks.map((fallback) => formatFallback(fallback, anekBox)),
].join('');

function formatFallback({ family, regular, bold }: Fallback, box: typeof eczarBox): string {
  return (
    formatLocalFace(family, '', regular, box) +
    formatLocalFace(family, 'font-weight:600 800;', bold, box)
  );
}

/**
 * One `@font-face` rule. It needs no `line-gap-override`: the gap counts only if `line-height` is `normal`, and the
 * site's line heights are numbers.
 */
function formatLocalFace(
  family: string,
  weight: string,
  [sizeAdjust, ...names]: LocalFont,
  box: typeof eczarBox,
): string {
  // size-adjust scales the overrides too, so dividing by it preserves the line box of our font.
  const override = (percent: number) => `${Math.round((percent * 100) / sizeAdjust)}%`;
  const src = names.map((name) => `local(${name})`).join();
  return (
    `@font-face{font-family:${family};${weight}src:${src};size-adjust:${sizeAdjust}%;` +
    `ascent-override:${override(box.ascent)};descent-override:${override(box.descent)}}`
  );
}
