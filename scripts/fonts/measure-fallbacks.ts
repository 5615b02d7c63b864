import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { fontFiles, fontNames, fontWeights } from '#client/styles/font-files.ts';
import type { FallbackFace } from '#client/styles/fonts.ts';
import { manifesto } from '#shared/content/manifesto.ts';
import { getFontFile, listLocalFaces, localFonts } from './local-fonts.ts';

/** Tolerance of a width in the table, in percent. Changes of the manifesto's text change the sample. */
const tolerance = 0.75;

/** The texts of the site in each weight. */
const { sections } = manifesto;
const sentences = sections.map(({ statement }) => statement);
const large = sections.flatMap(({ title, statement }) => [title, statement]);
const { eczar, anekLatin } = fontNames;
const samples: Readonly<Record<string, readonly string[]>> = {
  [`${eczar} 400`]: sentences,
  [`${eczar} 500`]: sentences,
  [`${eczar} 600`]: large,
  [`${eczar} 700`]: large,
  [`${anekLatin} 400`]: sections.flatMap(({ paragraphs }) => paragraphs),
  [`${anekLatin} 500`]: ['Manifesto', 'Investor FAQ', ...sections.map(({ title }) => title)],
  [`${anekLatin} 600 700`]: ['Request Invite', 'View Details', 'Read the manifesto', 'Subscribe'],
};

/**
 * Measures in a browser the width of our fonts relative to each unscaled fallback font.
 *
 * @param page any page; its content is replaced
 * @returns the faces with a wrong `sizeAdjust`, and the right one in percent with one decimal
 */
export async function findWrongFaces(
  page: Page,
): Promise<readonly (FallbackFace & { readonly measured: number })[]> {
  const faces = listLocalFaces(localFonts);
  const ours = (['eczar', 'anekLatin'] as const).map((key) =>
    formatFace(fontNames[key], fontWeights[key], `public${fontFiles[key]}`),
  );
  const theirs = faces.map(({ family, weight, font }, index) => {
    if (font === undefined) throw new Error(`No local font for ${family} ${weight}`);
    return formatFace(`unscaled ${index}`, weight, getFontFile(font));
  });
  const rules = await Promise.all([...ours, ...theirs]);
  await page.setContent(`<!doctype html><style>${rules.join('')}</style>`);
  const pairs = faces.map(({ fontName, weight }) => {
    const texts = samples[`${fontName} ${weight}`];
    if (texts === undefined) throw new Error(`No sample of ${fontName} ${weight}`);
    return { fontName, weight: Number.parseInt(weight, 10), texts };
  });
  const ratios = await page.evaluate(measureRatios, pairs);
  return faces.flatMap((face, index) => {
    const measured = Math.round((ratios[index] ?? Number.NaN) * 10) / 10;
    return Math.abs(measured - face.sizeAdjust) <= tolerance ? [] : [{ ...face, measured }];
  });
}

/** An `@font-face` rule with the file itself. */
async function formatFace(family: string, weight: string, file: string): Promise<string> {
  const source = `data:font/any;base64,${await readFile(file, 'base64')}`;
  return `@font-face{font-family:'${family}';font-weight:${weight};src:url(${source})}`;
}

/** Runs in the page: the width of our font over that of the unscaled fallback font, in percent. */
async function measureRatios(
  pairs: readonly {
    readonly fontName: string;
    readonly weight: number;
    readonly texts: readonly string[];
  }[],
) {
  await Promise.all([...document.fonts].map((font) => font.load()));
  const span = document.createElement('span');
  span.style.cssText = 'position:absolute;white-space:pre;visibility:hidden';
  document.body.append(span);
  return pairs.map(({ fontName, weight, texts }, index) => {
    const [ours = 0, theirs = 0] = [fontName, `unscaled ${index}`].map((family) =>
      texts.reduce((sum, text) => {
        span.style.font = `${weight} 200px '${family}'`;
        span.textContent = text;
        return sum + span.getBoundingClientRect().width;
      }, 0),
    );
    return (100 * ours) / theirs;
  });
}
