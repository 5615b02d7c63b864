import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type FallbackFace, fallbackFaces } from '#client/styles/fonts.ts';

/*
 * Files of the local fonts, so that results do not depend on the fonts of this machine. Gelasio, Tinos and
 * Arimo have the widths of Georgia, Times New Roman and Arial. Gelasio comes from npm because Debian lacks it, and Noto
 * because Debian's package has the letters of all languages.
 */

const both = (family: string) => [`${family}-Regular`, `${family}-Bold`];

/** Kinds of systems, and the PostScript names of their fonts. Together they have every fallback font. */
export const systems: Readonly<Record<string, readonly string[]>> = {
  Windows: ['Gelasio', 'Tinos', 'Arimo'].flatMap(both),
  ChromeOS: ['Tinos', 'Arimo', 'Roboto'].flatMap(both),
  'Android 11': ['Roboto', 'NotoSerif'].flatMap(both),
  'Android 12': ['Roboto-Regular', ...both('NotoSerif')],
  Fedora: ['NotoSans', 'NotoSerif'].flatMap(both),
  Debian: ['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSerif', 'DejaVuSerif-Bold'],
};

/** The names of all these fonts, each once. */
export const localFonts: readonly string[] = [...new Set(Object.values(systems).flat())];

export interface LocalFace extends FallbackFace {
  /** The local font that a browser takes for this face, if any. */
  readonly font: string | undefined;
}

/** Every fallback face, with the one of these fonts that a browser takes for it. */
export const listLocalFaces = (fonts: readonly string[]): readonly LocalFace[] =>
  fallbackFaces.map((face) => ({
    ...face,
    font: face.localNames.find((name) => fonts.includes(name)),
  }));

/** The path of one of Debian's fonts. */
export const findSystemFont = (name: string): string | undefined =>
  globSync(`/usr/share/fonts/**/${name}.ttf`)[0];

/**
 * The path of a local font. `NotoSans-Bold` is the weight 700 of the package `@fontsource/noto-sans`.
 *
 * @throws one line with the remedy where it is missing
 */
export function getFontFile(font: string): string {
  const [family = '', style] = font.split('-');
  const found = findSystemFont(font);
  if (found !== undefined) return found;
  const name = family.replace(/\B[A-Z]/, '-$&').toLowerCase();
  const weight = style === 'Bold' ? 700 : 400;
  const file = `@fontsource/${name}/files/${name}-latin-${weight}-normal.woff`;
  try {
    return fileURLToPath(import.meta.resolve(file));
  } catch (cause) {
    const remedy = 'npm run test:system installs the fonts of Debian';
    throw new Error(`Missing: the font ${font}. ${remedy}, npm install those of npm.`, { cause });
  }
}
