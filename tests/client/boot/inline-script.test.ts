import { createContext, runInContext, runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { fontFiles } from '#client/styles/font-files.ts';
import { themeStorageKey } from '#client/theme/theme-names.ts';
import { buildInlineScript } from '#scripts/build/inline-script.ts';

interface Visit {
  readonly referrer?: string;
  /** How the document was reached. */
  readonly type?: string;
  /** Whether the page is in a hidden tab. */
  readonly hidden?: boolean;
  /** How far the font of headings and the one of text move the one paragraph of the page, in pixels. */
  readonly shifts?: readonly [display: number, text: number];
  /** The fallback fonts, as far as the page has needed them. */
  readonly faces?: readonly { readonly family: string; readonly status: string }[];
}

const origin = 'https://ours.example';

/** As in the pages: bundled and minified. */
const inlineScript = await buildInlineScript();

/** The parts of a browser that the script uses. `readTheme` replaces the storage. */
function runInlineScript(readTheme: () => string | null, visit: Visit = {}) {
  const dataset: Record<string, string> = {};
  const imported: string[] = [];
  const preloaded: unknown[] = [];
  const fonts: string[] = [];
  const timers: { act: () => void; delay: number }[] = [];
  let tellOfPaint: (...names: readonly string[]) => void = () => {};
  let endLoading = () => {};
  const fontsArrive = Promise.withResolvers<void>();
  const scripts = '/assets/entry.js /assets/home.js';
  const state = { dataset: { scripts, styles: '/assets/styles.css' } };
  const paragraph = {
    checkVisibility: () => true,
    getBoundingClientRect: () => {
      const [display, text] = visit.shifts ?? [0, 0];
      const moved = { wait: 0, loaded: 0, text: display }[dataset['fonts'] ?? ''] ?? display + text;
      return { top: 100 + moved, width: 600, height: 300 };
    },
  };
  const window: { stylesheet?: Promise<string> } = {};
  runInNewContext(
    // A context of its own cannot import.
    inlineScript.replace(/\bimport\(/, 'load('),
    {
      document: {
        documentElement: { dataset },
        querySelectorAll: (selector: string) => (selector.startsWith('main') ? [paragraph] : []),
        querySelector: () => null,
        getElementById: () => state,
        createElement: () => ({}),
        head: { append: (link: unknown) => preloaded.push(link) },
        fonts: {
          load: (font: string) => fonts.push(font) && fontsArrive.promise,
          [Symbol.iterator]: () => (visit.faces ?? []).values(),
        },
        referrer: visit.referrer ?? '',
        hidden: visit.hidden ?? false,
      },
      location: { origin },
      innerWidth: 1280,
      innerHeight: 720,
      window,
      fetch: async (path: string) => new Response(`fetched ${path}`),
      performance: { getEntriesByType: () => [{ type: visit.type ?? 'navigate' }] },
      PerformanceObserver: class {
        constructor(report: (list: object) => void) {
          tellOfPaint = (...names) =>
            report({ getEntriesByName: (name: string) => names.filter((each) => each === name) });
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
  return {
    dataset,
    window,
    imported,
    preloaded,
    fonts,
    timers,
    paint: () => tellOfPaint('first-contentful-paint'),
    paintGround: () => tellOfPaint('first-paint'),
    fontsArrive,
    /** The font of text is shown in a task of its own. */
    untilFonts: (fonts: string | undefined) =>
      vi.waitFor(() => {
        timers.shift()?.act();
        expect(dataset['fonts']).toBe(fonts);
      }),
    endLoading: () => endLoading(),
  };
}

const unset = () => null;

test('a stored choice is in force before the first paint; whatever else is stored, the browser decides', () => {
  for (const theme of ['light', 'dark']) {
    expect(runInlineScript(() => theme).dataset).toEqual({ theme, fonts: 'wait' });
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

test('nothing is fetched before the first paint, and everything at once after it', async () => {
  const { imported, fonts, preloaded, window, paint, paintGround } = runInlineScript(unset);
  paintGround(); // Its bare ground.
  expect([...imported, ...fonts, ...preloaded, ...Object.keys(window)]).toEqual([]);
  paint();
  paint(); // Some browsers report two.
  expect(imported).toEqual(['/assets/entry.js', '/assets/home.js']);
  expect(await window.stylesheet).toBe('fetched /assets/styles.css');
  expect(fonts).toEqual(['1em Eczar', '1em Anek Latin']);
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

test('where the fonts cannot be had their fallback fonts stay and nothing breaks', async () => {
  const { paint, fontsArrive, untilFonts } = runInlineScript(unset);
  paint();
  fontsArrive.reject(new Error('NetworkError'));
  await untilFonts(undefined);
});

test.each<{ shifts: [number, number]; faces: string[]; fonts: string | undefined }>([
  { shifts: [100, 0], faces: ['E4 loaded', 'A5 loaded'], fonts: 'loaded' },
  { shifts: [0, 100], faces: ['E4 loaded', 'A5 loaded'], fonts: 'text' },
  { shifts: [100, 0], faces: ['E4 error', 'A5 loaded', 'Eczar loaded'], fonts: undefined },
  { shifts: [0, 100], faces: [], fonts: undefined },
  { shifts: [2, 2], faces: ['E4 loaded', 'A5 loaded'], fonts: undefined },
])(
  'fonts that would move the page wait for the next one where fallback fonts can be read (%j)',
  async ({ shifts, faces, fonts }) => {
    const { dataset, paint, fontsArrive, untilFonts } = runInlineScript(unset, {
      shifts,
      faces: faces.map((face) => {
        const [family = '', status = ''] = face.split(' ');
        return { family, status };
      }),
    });
    paint();
    expect(dataset).toEqual({ fonts: 'wait' });
    fontsArrive.resolve();
    await untilFonts(fonts);
  },
);

test.each([{ referrer: `${origin}/events` }, { type: 'reload' }, { type: 'back_forward' }])(
  'a visitor who has the fonts sees them from the first paint on (%j)',
  (visit) => {
    const { dataset, preloaded, fonts, paint } = runInlineScript(unset, visit);
    expect(dataset).toEqual({ whole: '' });
    expect(preloaded).toEqual(
      Object.values(fontFiles).map((href) => expect.objectContaining({ rel: 'preload', href })),
    );
    paint();
    expect(fonts).toEqual([]);
    // Another site's address that begins like ours does not count.
    const foreign = runInlineScript(unset, { referrer: `${origin}.evil.example/` });
    expect(foreign.dataset).toEqual({ fonts: 'wait' });
  },
);

test('the script cannot end its own element, and leaves no name on the window', () => {
  expect(inlineScript).not.toMatch(/<\/|<!--/);
  const context = createContext({});
  expect(() => runInContext(inlineScript, context)).toThrow('document is not defined');
  expect(Object.keys(context)).toEqual([]);
});
