/**
 * Runs in every page while developing, before the site's own scripts: reloads the page with each version, shows
 * errors over it, and shows warnings and wrong types above it. Its source text is sent to the browser, so it uses
 * nothing from outside. `require-trusted-types-for` and the policy for styles apply to it too.
 *
 * @param version of the document
 */
export function developInPage(version: string): void {
  const events = new EventSource('/dev/events');
  const strip = document.createElement('pre');
  strip.setAttribute('role', 'status');
  strip.style.cssText =
    'margin:0;padding:8px 16px;font:14px/1.5 ui-monospace,monospace;white-space:pre-wrap;color:#000;background:#fd6';
  events.addEventListener('notes', ({ data }) => {
    strip.textContent = JSON.parse(data);
    if (strip.textContent === '') strip.remove();
    else document.documentElement.insertBefore(strip, document.body); // In the flow: it covers nothing.
  });
  events.addEventListener('version', ({ data }) => {
    if (data !== version) location.reload();
  });

  const shown = new Set<unknown>();
  const report = document.createElement('pre');
  async function show(error: unknown): Promise<void> {
    if (!(error instanceof Error) || shown.has(error.message)) return;
    shown.add(error.message);
    const body = JSON.stringify({ message: String(error), stack: error.stack ?? '' });
    const response = await fetch('/dev/error', { method: 'POST', body });
    report.append(`${await response.text()}\n\n`);
    if (report.isConnected) return;
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', 'Errors');
    dialog.style.cssText = 'margin:auto;padding:24px;max-width:90vw;max-height:90vh;overflow:auto';
    report.style.cssText = 'font:14px/1.5 ui-monospace,monospace;white-space:pre-wrap';
    dialog.append(report);
    document.documentElement.append(dialog);
    dialog.showModal();
  }
  addEventListener('error', ({ error }) => void show(error));
  addEventListener('unhandledrejection', ({ reason }) => void show(reason));
  // React logs the errors that a boundary has caught there.
  const { error: write } = console;
  console.error = (...given: unknown[]) => {
    write(...given);
    for (const value of given) void show(value);
  };
}
