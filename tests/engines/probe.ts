/**
 * Runs in every document before anything else of it: stores errors and warnings of the console, uncaught errors,
 * rejections nobody handles, violations of the content security policy and files that do not load, where a full load of
 * the next page does not forget it. It changes nothing that the page could notice.
 */
function installProbe() {
  if (window.top !== window) return;
  Reflect.set(window, 'isProbed', true);
  const store = (text: string) => {
    const stored: string[] = JSON.parse(sessionStorage.getItem('probe') ?? '[]');
    sessionStorage.setItem('probe', JSON.stringify([...stored, text]));
  };
  window.addEventListener(
    'error',
    (event) => {
      const { target } = event;
      if (target instanceof Element) {
        store(`not loaded: ${target.getAttribute('src') ?? target.getAttribute('href')}`);
      } else store(`uncaught: ${event.message}`);
    },
    true,
  );
  window.addEventListener('unhandledrejection', ({ reason }) => store(`unhandled: ${reason}`));
  window.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
      store(
        `violation: ${effectiveDirective} blocked ${blockedURI} at ${sourceFile}:${lineNumber}`,
      ),
    true,
  );
  for (const method of ['error', 'warn'] as const) {
    // biome-ignore lint/suspicious/noConsole: listening to it is what the probe is for
    const own = console[method];
    console[method] = (...values: unknown[]) => {
      store(`console.${method}: ${values.map(String).join(' ')}`);
      own.apply(console, values);
    };
  }
}

/** The probe as a script. */
export const probeScript = `(${installProbe})()`;

/** An expression: what the probe has found in this tab. */
export const readProbe = `JSON.parse(sessionStorage.getItem('probe') ?? '[]')`;
