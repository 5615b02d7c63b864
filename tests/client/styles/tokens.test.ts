import { expect, test } from 'vitest';
import { globalCss } from '#client/styles/global-css.ts';
import { tokensCss } from '#client/styles/tokens.ts';
import { getContrast } from '#shared/design/contrast.ts';
import { colours, type ThemeName } from '#shared/design/palette.ts';

/** The backgrounds of text and controls: the page, its cards, and the surfaces. */
const grounds = ['page', 'card', 'surface'] as const;

type Colour = keyof typeof colours.light;
type Pair = readonly [front: Colour, back: Colour];

const onEach = (fronts: readonly Colour[], backs: readonly Colour[]): readonly Pair[] =>
  fronts.flatMap((front) => backs.map((back): Pair => [front, back]));

/** WCAG 2.2 SC 1.4.3: 4.5 : 1. */
const textPairs: readonly Pair[] = [
  ...onEach(['text', 'muted', 'action', 'indigo', 'error', 'success', 'warning'], grounds),
  ...onEach(['on-action'], ['action', 'action-hover']),
  ...onEach(['on-accent', 'on-accent-muted'], ['accent']),
  ['on-dot', 'dot'], // selected text
  ['page', 'text'], // tooltip and skip link
  ['page', 'indigo'], // the chosen view of the events page
];

/** WCAG 2.2 SC 1.4.11 and 2.4.13: 3 : 1 for the edges of controls and the focus. */
const controlPairs: readonly Pair[] = [
  ...onEach(['control', 'indigo', 'error'], grounds),
  ...onEach(['action'], grounds), // a filled button, and the bar below the active link
  ['accent-focus', 'accent'],
  ['on-accent', 'accent'],
];

/** Decoration: drawings, separators and shades, which carry no information (WCAG 1.4.11). */
const decoration: readonly Colour[] = [
  ...(['hairline', 'line-pale', 'accent-light', 'accent-line'] as const),
  ...(['line-start', 'line-end', 'scrim', 'page-under-scrim'] as const),
];

/** The pairs with too little contrast, each with its contrast, so that a failure says what to change. */
function listPoorPairs(theme: ThemeName, pairs: readonly Pair[], least: number) {
  return pairs.flatMap(([front, back]) => {
    const contrast = getContrast(colours[theme][front], colours[theme][back]);
    if (contrast >= least) return [];
    return [`${theme}: ${front} on ${back} has ${contrast.toFixed(2)} of ${least}`];
  });
}

test.each(['light', 'dark'] as const)('in the %s theme texts and controls can be seen', (theme) => {
  expect(listPoorPairs(theme, textPairs, 4.5)).toEqual([]);
  expect(listPoorPairs(theme, controlPairs, 3)).toEqual([]);
});

test('adjacent bands have different colours, and the large year has the same contrast in both themes', () => {
  const getYear = (theme: ThemeName) =>
    getContrast(colours[theme]['accent-light'], colours[theme].accent);
  for (const { page, surface, accent } of Object.values(colours)) {
    for (const [one, other] of [
      [page, surface],
      [surface, accent],
      [page, accent],
    ] as const) {
      expect(getContrast(one, other), `${one} beside ${other}`).toBeGreaterThan(1.15);
    }
  }
  expect(getYear('dark')).toBeCloseTo(getYear('light'), 1);
});

test('both themes have the same colour names, and each is measured above or is decoration', () => {
  const known = new Set<string>([...textPairs.flat(), ...controlPairs.flat(), ...decoration]);
  expect(Object.keys(colours.dark)).toEqual(Object.keys(colours.light));
  expect(Object.keys(colours.light).filter((name) => !known.has(name))).toEqual([]);
});

test('every text is readable on white paper', () => {
  const [declared = ''] = tokensCss.split('@media print{:root{')[1]?.split('}') ?? [];
  const paper: Readonly<Record<string, string>> = Object.fromEntries(
    [...declared.matchAll(/--([\w-]+):([^;]+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
  for (const ground of grounds) expect(paper[ground]).toBe('#FFF');
  expect(paper['accent']).toBe('#FFF');
  const inks = [
    ...textPairs.filter(([, back]) => back === 'page').map(([front]) => colours.light[front]),
    ...['on-accent', 'on-accent-muted'].map((name) => paper[name] ?? ''),
  ];
  for (const ink of inks) expect(getContrast(ink, '#FFFFFF'), ink).toBeGreaterThanOrEqual(4.5);
});

test('the page beside the backdrop has the same colour as the page behind the backdrop', () => {
  for (const { page, scrim, 'page-under-scrim': shown } of Object.values(colours)) {
    const [red = 0, green = 0, blue = 0, share = 0] = (scrim.match(/[\d.]+/g) ?? []).map(Number);
    const mixed = [red, green, blue].map((part, index) => {
      const below = Number.parseInt(page.slice(1 + 2 * index, 3 + 2 * index), 16);
      const value = Math.round(part * share + below * (1 - share));
      return value.toString(16).padStart(2, '0');
    });
    expect(shown.toLowerCase()).toBe(`#${mixed.join('')}`);
  }
});

test('the browser draws its controls in the theme; the style sheet does not contain its end tag', () => {
  const schemes = tokensCss.match(/(?<!-)color-scheme:[\w ]+/g)?.map((each) => each.split(':')[1]);
  expect(schemes).toEqual(['light', 'only light', 'dark', 'dark']);
  expect(globalCss).not.toMatch(/[\n<]/);
});
