/** The element whose attributes the inline script sets. */
export const root = document.documentElement;
