/** Makes a dialog modal, also one that the server has rendered open. Does nothing if it is modal already. */
export function showAsModal(dialog: HTMLDialogElement): void {
  if (dialog.matches(':modal')) return;
  dialog.open = false;
  dialog.showModal();
  // The title, not the first link, so that visitors start reading at the top.
  dialog.querySelector<HTMLElement>('h2')?.focus();
}
