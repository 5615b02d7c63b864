/** Makes a dialog modal, whether it is closed or the server has drawn it open. A modal one stays as it is. */
export function showAsModal(dialog: HTMLDialogElement): void {
  if (dialog.matches(':modal')) return;
  dialog.open = false;
  dialog.showModal();
  // The title and not the first link: the visitor begins where the details begin.
  dialog.querySelector<HTMLElement>('h2')?.focus();
}
