declare global {
  interface Window {
    /** The text of the stylesheet, which the inline script has requested; without a build there is none. */
    stylesheet?: Promise<string>;
  }
}

/**
 * Adds the rules of every class: the head holds only those of the page as it was sent. They are in the
 * same order, so nothing changes for what is shown already. (As an adopted sheet, because the policy
 * allows no further style elements.) Rejects when the sheet cannot be fetched.
 */
export async function loadStylesheet(): Promise<void> {
  const text = await window.stylesheet;
  if (text === undefined) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}
