/**
 * Keeps what the visitor types until the page is hydrated. Where an extension has changed the page, React renders the
 * root anew, and its fields are empty.
 *
 * @returns a function that copies the text into the new fields, for after hydration
 */
export function keepTypedText(root: HTMLElement): () => void {
  const fields = [...root.querySelectorAll<HTMLInputElement>('input[id]')];
  return () => {
    for (const field of fields) {
      const shown = document.getElementById(field.id);
      const isTyped = field.value !== field.defaultValue;
      if (isTyped && shown !== field && shown instanceof HTMLInputElement)
        shown.value = field.value;
    }
  };
}
