/** Where the probe stores what it finds: a full load of the next page must not forget it. */
const storageKey = 'probe-findings';

/**
 * Runs in every document before anything else of it: stores errors and warnings of the console,
 * uncaught errors, rejections nobody handles, violations of the content security policy and files
 * that do not load. It looks and changes nothing that the page could notice.
 */
function installProbe(key: string) {
  if (window.top !== window) return;
  Reflect.set(window, 'isProbed', true);
  const store = (text: string) => {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    sessionStorage.setItem(key, JSON.stringify([...(Array.isArray(stored) ? stored : []), text]));
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
export const probeScript = `(${installProbe})(${JSON.stringify(storageKey)})`;

/** An expression: what the probe has found in this tab, in one string of JSON. */
export const readProbe = `sessionStorage.getItem(${JSON.stringify(storageKey)}) ?? '[]'`;

/** What `readProbe` has returned. */
export function parseFindings(returned: unknown): readonly string[] {
  const findings: unknown = JSON.parse(String(returned));
  if (!Array.isArray(findings)) throw new Error(`The probe has returned ${returned}`);
  return findings.map(String);
}
