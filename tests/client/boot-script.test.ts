import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { bootScript } from '#client/theme/boot-script.ts';
import { themeChanged, themeStorageKey } from '#client/theme/theme.ts';

type Listener = (event: unknown) => void;

/** As much of a browser as the script touches. `readTheme` stands for the storage. */
function runBootScript(readTheme: () => string | null) {
  const dataset: Record<string, string> = {};
  const listeners = new Map<string, { listener: Listener; capture: unknown }>();
  const asked: string[] = [];
  /** The colours of the browser's bars as the server writes them: light, then dark. */
  const media = ['(prefers-color-scheme:light)', '(prefers-color-scheme:dark)'];
  const colours = media.map((_, index) => ({
    setAttribute: (_name: string, value: string) => media.splice(index, 1, value),
  }));
  runInContext(
    bootScript,
    createContext({
      document: { documentElement: { dataset }, querySelectorAll: () => colours },
      localStorage: {
        getItem(key: string) {
          asked.push(key);
          return readTheme();
        },
      },
      addEventListener: (kind: string, listener: Listener, capture: unknown) =>
        listeners.set(kind, { listener, capture }),
    }),
  );
  return {
    dataset,
    media,
    asked,
    listeners,
    dispatch: (kind: string, event: unknown) => listeners.get(kind)?.listener(event),
  };
}

test.each(['light', 'dark'])('the choice %s is in force before the first paint', (theme) => {
  const { dataset, asked } = runBootScript(() => theme);
  expect(dataset).toEqual({ theme });
  expect(asked).toEqual([themeStorageKey]);
});

test.each([null, '', 'system', 'Dark', 'blue', '{"theme":"dark"}', '"><script>'])(
  'with %j in the storage the browser decides',
  (value) => {
    expect(runBootScript(() => value).dataset).toEqual({});
  },
);

test('where storage is forbidden the browser decides and nothing breaks', () => {
  const { dataset } = runBootScript(() => {
    throw new Error('SecurityError');
  });
  expect(dataset).toEqual({});
});

test('a choice made in another tab is in force here too, and so is taking it back', () => {
  let stored: string | null = 'dark';
  const { dataset, dispatch } = runBootScript(() => stored);
  stored = 'light';
  dispatch('storage', {});
  expect(dataset).toEqual({ theme: 'light' });
  stored = null;
  dispatch('storage', {});
  expect(dataset).toEqual({});
});

test('the bars of the browser have the colour of the theme in force', () => {
  const bySystem = ['(prefers-color-scheme:light)', '(prefers-color-scheme:dark)'];
  expect(runBootScript(() => null).media).toEqual(bySystem);
  expect(runBootScript(() => 'light').media).toEqual(['all', 'not all']);
  const { dataset, media, dispatch } = runBootScript(() => 'dark');
  expect(media).toEqual(['not all', 'all']);
  // Chosen on this page, perhaps where storage is forbidden: only the document tells.
  dataset['theme'] = 'light';
  dispatch(themeChanged, {});
  expect(media).toEqual(['all', 'not all']);
  delete dataset['theme'];
  dispatch(themeChanged, {});
  expect(media).toEqual(bySystem);
});

test('a script that cannot be loaded brings back the controls that serve without one', () => {
  const { dataset, dispatch, listeners } = runBootScript(() => null);
  dispatch('error', { target: { tagName: 'SCRIPT' } });
  expect(dataset).toEqual({ script: 'failed' });
  // Errors of loading do not bubble: only a capturing listener hears them.
  expect(listeners.get('error')?.capture).toBe(true);
});

test('a picture that cannot be loaded, or an error in a script that was, changes nothing', () => {
  const { dataset, dispatch } = runBootScript(() => null);
  dispatch('error', { target: { tagName: 'IMG' } });
  dispatch('error', { target: {}, message: 'TypeError' }); // window itself has no tagName
  expect(dataset).toEqual({});
});

test('the script cannot end its own element', () => {
  expect(bootScript).not.toMatch(/<\/|<!--/);
});
