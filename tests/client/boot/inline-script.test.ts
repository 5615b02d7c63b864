import { createContext, runInContext, runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { themeStorageKey } from '#client/theme/theme-names.ts';
import { buildInlineScript } from '#scripts/build/inline-script.ts';

const origin = 'https://ours.example';

/** As in the pages: bundled and minified. */
const inlineScript = await buildInlineScript();

/** The parts of a browser that the script uses. `readTheme` replaces the storage. */
function runInlineScript(readTheme: () => string | null, { referrer = '', hidden = false } = {}) {
  const dataset: Record<string, string> = {};
  const imported: string[] = [];
  const timers: { act: () => void; delay: number }[] = [];
  let paint: (name: string) => void = () => {};
  let endLoading = () => {};
  const state = { dataset: { scripts: '/assets/entry.js /assets/home.js' } };
  runInNewContext(
    // A context of its own cannot import.
    inlineScript.replace(/\bimport\(/, 'load('),
    {
      document: {
        documentElement: { dataset },
        querySelectorAll: () => [],
        querySelector: () => null,
        getElementById: () => state,
        referrer,
        hidden,
      },
      location: { origin },
      PerformanceObserver: class {
        constructor(report: (list: object) => void) {
          paint = (painted) =>
            report({ getEntriesByName: (name: string) => (name === painted ? [{}] : []) });
        }
        observe() {}
      },
      localStorage: { getItem: (key: string) => key === themeStorageKey && readTheme() },
      load: async (script: string) => void imported.push(script),
      setTimeout: (act: () => void, delay: number) => timers.push({ act, delay }),
      addEventListener: (kind: string, listener: () => void) => {
        if (kind === 'DOMContentLoaded') endLoading = listener;
      },
    },
  );
  return { dataset, imported, timers, paint, endLoading };
}

const unset = () => null;

test('a stored choice is in force before the first paint; whatever else is stored, the browser decides', () => {
  for (const theme of ['light', 'dark']) {
    expect(runInlineScript(() => theme).dataset).toEqual({ theme });
  }
  const strange = ['Dark', ' dark', 'dark ', 'constructor', '{"theme":"dark"}', '"><script>'];
  for (const value of [null, '', 'system', ...strange]) {
    expect(runInlineScript(() => value).dataset, `${value}`).not.toHaveProperty('theme');
  }
  const { dataset } = runInlineScript(() => {
    throw new Error('SecurityError'); // Storage is forbidden.
  });
  expect(dataset).not.toHaveProperty('theme');
});

test('nothing is fetched before the first paint, and everything at once after it', () => {
  const { dataset, imported, paint } = runInlineScript(unset);
  paint('first-paint'); // Its bare ground.
  expect([imported, dataset]).toEqual([[], {}]);
  paint('first-contentful-paint');
  paint('first-contentful-paint'); // Some browsers report two.
  expect(imported).toEqual(['/assets/entry.js', '/assets/home.js']);
  expect(dataset).toEqual({ fonts: '' });
});

test('who comes from a page of ours has our fonts from the first paint on', () => {
  expect(runInlineScript(unset, { referrer: `${origin}/events` }).dataset).toEqual({ fonts: '' });
  // Another site's address that begins like ours does not count.
  expect(runInlineScript(unset, { referrer: `${origin}.evil.example/` }).dataset).toEqual({});
});

test('without a report of a paint everything starts after a timeout, in a hidden tab at once', () => {
  for (const hidden of [true, false]) {
    const { endLoading, timers, imported } = runInlineScript(unset, { hidden });
    endLoading();
    const delays = timers.map(({ delay }) => (delay > 1000 ? 'later' : delay));
    expect(delays).toEqual([hidden ? 0 : 'later']);
    timers[0]?.act();
    expect(imported).toHaveLength(2);
  }
});

test('the script cannot end its own element, and leaves no name on the window', () => {
  expect(inlineScript).not.toMatch(/<\/|<!--/);
  const context = createContext({});
  expect(() => runInContext(inlineScript, context)).toThrow('document is not defined');
  expect(Object.keys(context)).toEqual([]);
});
