import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { type FallbackFace, fallbackFaceCss, fallbackFaces } from '#client/styles/fonts.ts';
import { getInstalled } from '#scripts/install-packages.ts';

/*
 * The fonts of other systems, so that no test depends on the fonts of this machine. Gelasio, Tinos and Arimo have the
 * widths of Georgia, Times New Roman and Arial. From npm come Gelasio, which Debian lacks, and Noto, of which Debian's
 * package has the letters of all languages.
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

/** A fallback font on one system: the font that the system has for it, if any. */
export interface InstalledFace extends FallbackFace {
  readonly font: string | undefined;
}

/** The fallback fonts as a system with these fonts finds them. */
export const listInstalledFaces = (fonts: readonly string[]): readonly InstalledFace[] =>
  fallbackFaces.map((face) => ({
    ...face,
    font: face.localNames.find((name) => fonts.includes(name)),
  }));

const path = '/fonts/of-a-system/';

/** The source of a `@font-face` for a font that `serveFonts` serves, or for none. */
export const fontSource = (font: string | undefined) =>
  font ? `url(${path}${font})` : `local('not installed')`;

const debianPackages: Readonly<Record<string, string>> = {
  Arimo: 'fonts-croscore',
  Tinos: 'fonts-croscore',
  Roboto: 'fonts-roboto-unhinted',
  DejaVuSans: 'fonts-dejavu-core',
  DejaVuSerif: 'fonts-dejavu-core',
};

/** The path of a font. `NotoSans-Bold` is the weight 700 of the package `@fontsource/noto-sans`. */
async function getFontFile(font: string): Promise<string> {
  const [family = '', style] = font.split('-');
  const debianPackage = debianPackages[family];
  if (debianPackage) {
    const find = () => globSync(`/usr/share/fonts/**/${font}.ttf`)[0];
    return getInstalled(find, debianPackage, 'The test of the fallback fonts');
  }
  const name = family.replace(/\B[A-Z]/, '-$&').toLowerCase();
  const weight = style === 'Bold' ? 700 : 400;
  const file = `@fontsource/${name}/files/${name}-latin-${weight}-normal.woff`;
  return fileURLToPath(import.meta.resolve(file));
}

// Once, at the top level: an installation takes longer than a test may.
const fontFiles = new Map<string, string>();
for (const font of new Set(Object.values(systems).flat())) {
  fontFiles.set(font, await getFontFile(font));
}

/** Serves the fonts at the addresses of `fontSource`. */
export async function serveFonts(page: Page): Promise<void> {
  await page.route(`**${path}*`, async (route) => {
    const file = fontFiles.get(new URL(route.request().url()).pathname.slice(path.length));
    await (file === undefined ? route.abort() : route.fulfill({ path: file }));
  });
}

/** Adds `@font-face` rules to the page and waits until their fonts and ours are there. */
export async function addFontFaces(page: Page, rules: readonly string[]): Promise<void> {
  await page.evaluate(async (text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
    const added = [...sheet.cssRules].filter(({ cssText }) => cssText.includes('url('));
    const fonts = added.map((rule) => {
      const style = rule instanceof CSSFontFaceRule ? rule.style : undefined;
      const weight = Number.parseInt(style?.getPropertyValue('font-weight') || '400', 10);
      return `${weight} 1em ${style?.getPropertyValue('font-family')}`;
    });
    const wanted = [...fonts, '1em Eczar', "1em 'Anek Latin'"];
    await Promise.all(wanted.map((font) => document.fonts.load(font)));
    const missing = wanted.filter((font) => !document.fonts.check(font));
    if (missing.length > 0) throw new Error(`These fonts did not load: ${missing.join()}`);
  }, rules.join(''));
}

/** The family of a fallback font on a system. */
export function formatSystemFamily(system: string, { family }: FallbackFace): string {
  return `${family}-${system.replace(' ', '-')}`;
}

/** The rules of a system's fallback fonts, each with a family of its own. */
export function systemFacesCss(system: string, faces: readonly InstalledFace[]): string {
  return faces
    .map((face) =>
      fallbackFaceCss({ ...face, family: formatSystemFamily(system, face) }, fontSource(face.font)),
    )
    .join('');
}
