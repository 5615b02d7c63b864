/* A file of its own, because the inline script imports nothing else of the styles (`client/boot/`). */

/** Public paths of the fonts. */
export const fontFiles = {
  eczar: '/fonts/eczar-f736a312.woff2',
  anekLatin: '/fonts/anek-latin-d396d2ee.woff2',
} as const;

/** Their family names. */
export const fontNames = { eczar: 'Eczar', anekLatin: 'Anek Latin' } as const;

/* Values of `data-fonts` on the root. */

/** All fallback fonts are shown while the fonts load. */
export const fontsPending = 'wait';
/** All fallback fonts are shown until the next page. */
export const fontsLoaded = 'loaded';
/** Only the fallback fonts of text are shown: for a moment, or until the next page. */
export const textPending = 'text';
