import { setImmediate } from 'node:timers/promises';
import { createContext, runInContext, runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { fontNames } from '#client/styles/font-files.ts';
import { themeStorageKey } from '#client/theme/theme-names.ts';
import { buildInlineScript } from '#scripts/build/inline-script.ts';

/** The script as in the pages: bundled and minified. */
const inlineScript = await buildInlineScript();

/** The parts of a browser that the script uses. `readTheme` replaces the storage; `remove` is code that runs before. */
function runInlineScript(
  readTheme: () => string | null,
  { hidden = false, parts = {}, remove = '' } = {},
) {
  const dataset: Record<string, string> = {};
  const fetched: string[] = [];
  const imported: string[] = [];
  const fonts: string[] = [];
  const timers: { act: () => void; delay: number }[] = [];
  let paint: (name: string) => void = () => {};
  let endLoading = () => {};
  const state = { dataset: { scripts: '/assets/entry.js /assets/home.js' } };
  runInNewContext(
    // Code in a separate context cannot import.
    `${remove};${inlineScript.replace(/\bimport\(/, 'load(')}`,
    {
      SubmitEvent: { prototype: { submitter: null } },
      AbortSignal: { timeout: null },
      CSS: { supports: () => true },
      matchMedia: () => ({ matches: true }),
      FontFace: class {
        constructor(family: string) {
          fonts.push(family);
        }
        async load() {}
      },
      document: {
        fonts: { add: () => {} },
        createElement: () => ({}),
        head: { append: ({ href }: { href: string }) => fetched.push(href) },
        documentElement: { dataset },
        querySelectorAll: () => [],
        querySelector: () => null,
        getElementById: () => state,
        hidden,
      },
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
      ...parts,
    },
  );
  return { dataset, fetched, imported, fonts, timers, paint, endLoading };
}

const unset = () => null;

test('a stored theme is applied before the first paint; with any other stored value the browser decides', () => {
  for (const theme of ['light', 'dark']) {
    expect(runInlineScript(() => theme).dataset).toEqual({ script: 'on', theme });
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

test.each([
  'delete SubmitEvent.prototype.submitter',
  'delete AbortSignal.timeout',
  'delete Array.prototype.findLastIndex',
  'CSS.supports = () => false',
  'matchMedia = () => ({ matches: false })',
])('nothing starts in a browser that lacks a feature of our scripts: %s', (remove) => {
  const { dataset, paint, fetched } = runInlineScript(unset, { remove });
  paint('first-contentful-paint');
  expect([dataset, fetched]).toEqual([{}, []]);
});

test('nothing is fetched before the first paint, and everything immediately after it', () => {
  const { fonts, fetched, paint } = runInlineScript(unset);
  paint('first-paint'); // The background alone.
  expect([fetched, fonts]).toEqual([[], []]);
  paint('first-contentful-paint');
  paint('first-contentful-paint'); // Some browsers report two.
  expect(fetched).toEqual(['/assets/entry.js', '/assets/home.js']);
  expect(fonts).toEqual(Object.values(fontNames));
});

test('each script runs in a task of its own, what it imports first', async () => {
  const { imported, paint, timers } = runInlineScript(unset);
  paint('first-contentful-paint');
  await setImmediate();
  expect(imported).toEqual(['/assets/home.js']);
  timers[0]?.act();
  await setImmediate();
  expect(imported).toEqual(['/assets/home.js', '/assets/entry.js']);
});

test('without a paint entry everything starts after a timeout, in a hidden tab at once', () => {
  for (const hidden of [true, false]) {
    const { endLoading, timers, fetched } = runInlineScript(unset, { hidden });
    endLoading();
    const delays = timers.map(({ delay }) => (delay > 1000 ? 'later' : delay));
    expect(delays).toEqual([hidden ? 0 : 'later']);
    timers[0]?.act();
    expect(fetched).toHaveLength(2);
  }
});

const broken = () => {
  throw new Error('broken');
};

test('if the script throws, also later, the page looks as without JavaScript, and no other script starts', async () => {
  const dataset = {};
  const page = { documentElement: { dataset }, querySelectorAll: () => [] };
  const document = { ...page, querySelector: broken };
  const watched = new Map<string, () => void>();
  const addEventListener = (kind: string, listener: () => void) => watched.set(kind, listener);
  expect(() => runInlineScript(unset, { parts: { document, addEventListener: broken } })).toThrow();
  expect(dataset).toEqual({});
  // Firefox with `dom.enable_performance_observer=false`.
  expect(() =>
    runInlineScript(unset, { parts: { document, PerformanceObserver: null } }),
  ).toThrow();
  expect(dataset).toEqual({});
  const { paint, fetched } = runInlineScript(unset, { parts: { document, addEventListener } });
  expect(dataset).toEqual({ script: 'on' });
  expect(watched.get('DOMContentLoaded')).toThrow('broken');
  paint('first-contentful-paint');
  expect([dataset, fetched]).toEqual([{}, []]);
});

test('scripts start also if fonts cannot be created', () => {
  const { paint, fetched } = runInlineScript(unset, { parts: { FontFace: null } });
  paint('first-contentful-paint');
  expect(fetched).toHaveLength(2);
});

test('the script does not contain its end tag, and adds no name to the window', () => {
  expect(inlineScript).not.toMatch(/<\/|<!--/);
  const context = createContext({});
  expect(() => runInContext(inlineScript, context)).toThrow('document is not defined');
  expect(Object.keys(context)).toEqual([]);
});
