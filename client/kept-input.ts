type Control = HTMLInputElement | HTMLSelectElement;

const listControls = () => [...document.querySelectorAll<Control>('main :is(input, select)')];

/**
 * Keeps the visitor's input until the page is hydrated. If an extension has changed the page, React renders the root
 * anew, and its controls have the server's values.
 *
 * @returns a function that copies the input into the new controls, for after hydration
 */
export function keepInput(): () => void {
  const before = listControls();
  return () => {
    const after = listControls();
    for (const control of before) {
      if (control.isConnected) continue;
      const isChoice = 'checked' in control && /radio|checkbox/.test(control.type);
      const shown = after.find(
        ({ name, type, value }) =>
          name === control.name && type === control.type && (!isChoice || value === control.value),
      );
      if (isChoice && shown && 'checked' in shown) shown.checked = control.checked;
      else if (shown) shown.value = control.value;
    }
  };
}
