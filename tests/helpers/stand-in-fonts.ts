import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { standInFaces } from '#client/styles/fonts.ts';
import { type StandInFace, standInFaceCss } from '#client/styles/stand-in-fonts.ts';
import { unpackWoff } from './unpack-woff.ts';

/*
 * The fonts of other systems, from packages, so that no test depends on the fonts of this machine.
 * Gelasio, Tinos and Arimo have the widths of Georgia, Times New Roman and Arial.
 */

const packages = {
  gelasio: weights('gelasio'),
  tinos: weights('tinos'),
  arimo: weights('arimo'),
  roboto: weights('roboto'),
  notoSans: weights('noto-sans'),
  notoSerif: weights('noto-serif'),
  dejaVu: ['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSerif', 'DejaVuSerif-Bold'].map(
    (name) => `dejavu-fonts-ttf/ttf/${name}.ttf`,
  ),
} as const;

function weights(name: string): readonly string[] {
  return [400, 700].map(
    (weight) => `@fontsource/${name}/files/${name}-latin-${weight}-normal.woff`,
  );
}

/** Kinds of systems, and the files of the fonts that they have. Together they have every stand-in. */
export const systems: Readonly<Record<string, readonly string[]>> = {
  Windows: [...packages.gelasio, ...packages.tinos, ...packages.arimo],
  ChromeOS: [...packages.tinos, ...packages.arimo, ...packages.roboto],
  'Android 11': [...packages.roboto, ...packages.notoSerif],
  'Android 12': [...packages.roboto.slice(0, 1), ...packages.notoSerif],
  Fedora: [...packages.notoSans, ...packages.notoSerif],
  Debian: packages.dejaVu,
};

/** A stand-in on one system: the font file that the system has for it, if any. */
export interface InstalledFace extends StandInFace {
  readonly file: string | undefined;
}

/** The stand-ins as a system with these font files finds them: by full name or PostScript name. */
export async function listInstalledFaces(files: readonly string[]): Promise<InstalledFace[]> {
  const named = await Promise.all(
    files.map(async (file) => ({ file, names: readFontNames(await readFont(file)) })),
  );
  return standInFaces.map((face) => ({
    ...face,
    file: named.find(({ names }) => face.localNames.some((name) => names.includes(name)))?.file,
  }));
}

/** Every stand-in with a font file from any of the systems. Throws where none has its font. */
export async function findFontFiles(): Promise<InstalledFace[]> {
  const faces = await listInstalledFaces(Object.values(systems).flat());
  for (const { family, weight, file, localNames } of faces) {
    if (!file) throw new Error(`No font of the tests for ${family} ${weight}: ${localNames}`);
  }
  return faces;
}

const path = '/fonts/of-a-system/';

/** The source of a `@font-face` for a font file that `serveFonts` serves, or for none. */
export function fontSource(file: string | undefined): string {
  return file ? `url(${path}${encodeURIComponent(file)})` : `local('not installed')`;
}

/** Serves the font files at the addresses of `fontSource`. */
export async function serveFonts(page: Page): Promise<void> {
  await page.route(`**${path}*`, async (route) => {
    const file = decodeURIComponent(new URL(route.request().url()).pathname.slice(path.length));
    await route.fulfill({ contentType: 'font/ttf', body: await readFont(file) });
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

/** The family of a stand-in on a system. */
export function formatSystemFamily(system: string, { family }: StandInFace): string {
  return `${family}-${system.replace(' ', '-')}`;
}

/** The rules of a system's stand-ins, each with a family of its own. */
export function systemFacesCss(system: string, faces: readonly InstalledFace[]): string {
  return faces
    .map((face) =>
      standInFaceCss({ ...face, family: formatSystemFamily(system, face) }, fontSource(face.file)),
    )
    .join('');
}

const fonts = new Map<string, Promise<Buffer>>();

/** A font file of a package, unpacked; read once, because every page asks for the same ones. */
function readFont(file: string): Promise<Buffer> {
  const font = fonts.get(file) ?? unpackFont(file);
  fonts.set(file, font);
  return font;
}

async function unpackFont(file: string): Promise<Buffer> {
  const bytes = await readFile(fileURLToPath(import.meta.resolve(file)));
  return file.endsWith('.woff') ? unpackWoff(bytes) : bytes;
}

const fullName = 4;
const postScriptName = 6;
const windows = 3;

/** The full name and the PostScript name of a font (OpenType, "name - Naming table"). */
function readFontNames(font: Buffer): readonly string[] {
  const entry = [...Array(font.readUInt16BE(4)).keys()]
    .map((index) => 12 + 16 * index)
    .find((at) => font.toString('latin1', at, at + 4) === 'name');
  if (entry === undefined) throw new Error('A font without names');
  const table = font.subarray(font.readUInt32BE(entry + 8));
  const texts = table.readUInt16BE(4);
  return [...Array(table.readUInt16BE(2)).keys()].flatMap((index) => {
    const [platform, , , name = 0, length = 0, offset = 0] = [0, 2, 4, 6, 8, 10].map((field) =>
      table.readUInt16BE(6 + 12 * index + field),
    );
    if (platform !== windows || ![fullName, postScriptName].includes(name)) return [];
    const bytes = Buffer.from(table.subarray(texts + offset, texts + offset + length));
    return [bytes.swap16().toString('utf16le')];
  });
}
