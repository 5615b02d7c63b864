/* A file of its own, because the inline script imports nothing else of the styles (`client/boot/`). */

/** Public paths of the fonts. */
export const fontFiles = {
  eczar: '/fonts/eczar-f736a312.woff2',
  anekLatin: '/fonts/anek-latin-d396d2ee.woff2',
} as const;

/** Their family names. */
export const fontNames = { eczar: 'Eczar', anekLatin: 'Anek Latin' } as const;

/** The range of weights of each, as in `font-weight`. */
export const fontWeights = { eczar: '400 800', anekLatin: '400 700' } as const;

/** The `@font-face` rules of both, for pages without scripts. On other pages `boot/start-page.ts` adds the fonts. */
export function formatWebFaces(): string {
  const { eczar, anekLatin } = fontFiles;
  return (
    formatFace(fontNames.eczar, fontWeights.eczar, eczar) +
    formatFace(fontNames.anekLatin, fontWeights.anekLatin, anekLatin)
  );
}

/**
 * The `@font-face` rules of the letters of neighbours and of transliterations: Latin Extended-A, `ș` and `ț`, in Anek
 * Latin also Latin Extended Additional. A browser fetches these files only for a page that has such a letter.
 */
export function formatExtendedFaces(): string {
  const letters = 'U+100-17F,U+218-21B';
  const eczar = '/fonts/eczar-extended-f2fdeeaf.woff2';
  const anekLatin = '/fonts/anek-latin-extended-11a47309.woff2';
  return (
    formatFace(fontNames.eczar, fontWeights.eczar, eczar, letters) +
    formatFace(fontNames.anekLatin, fontWeights.anekLatin, anekLatin, `${letters},U+1E00-1E9F`)
  );
}

function formatFace(family: string, weights: string, file: string, letters?: string): string {
  const range = letters ? `;unicode-range:${letters}` : '';
  return `@font-face{font-family:${family};font-weight:${weights};font-display:swap;src:url(${file})${range}}`;
}
