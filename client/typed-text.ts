/**
 * Keeps what the visitor has typed before hydration. Where an extension has changed the page, React renders the root
 * anew, and its fields are empty.
 *
 * @returns a function that writes the text back, for after hydration
 */
export function keepTypedText(root: HTMLElement): () => void {
  const fields = [...root.querySelectorAll<HTMLInputElement>('input[id]')];
  const typed = fields.filter(({ value, defaultValue }) => value !== defaultValue);
  const texts = typed.map(({ id, value }) => ({ id, value }));
  return () => {
    for (const { id, value } of texts) {
      const field = document.getElementById(id);
      if (field instanceof HTMLInputElement && field.value !== value) field.value = value;
    }
  };
}
