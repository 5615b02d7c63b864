declare global {
  interface Window {
    /** The text of the stylesheet, which the inline script has requested; undefined without a build. */
    stylesheet?: Promise<string>;
  }
}

/**
 * Adds the rules of every class: the head contains only those of the first page. They are in the same order, so what
 * is shown does not change. (It is an adopted sheet, because the policy allows no further style elements.) Rejects
 * when the stylesheet cannot be fetched.
 */
export async function loadStylesheet(): Promise<void> {
  const text = await window.stylesheet;
  if (text === undefined) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}
