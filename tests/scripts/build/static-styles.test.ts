import { expect, test } from 'vitest';
import { globalCss } from '#client/styles/global-css.ts';
import { readStaticStyles } from '#scripts/build/static-styles.ts';

test('each template becomes the name of its class, whose rules are in the stylesheet', async () => {
  const { replaceTemplates, rules } = await readStaticStyles();
  const source = 'export const one = css`a`;';
  expect(() => replaceTemplates('client/styles/layout.ts', source)).toThrow(/top level/);
  const layout = [1, 2, 3, 4, 5].map((number) => `const c${number} = css\`x\`;`).join('\n');
  const replaced = replaceTemplates('client/styles/layout.ts', layout);
  const [, lead = ''] = /const c5 = '(_[0-9a-z]{1,2})';/.exec(replaced) ?? [];
  expect(rules.get(lead)).toContain(`.${lead}{font-size:var(--lead);`);
  expect(replaced).not.toContain('css');
});

test('no animation runs for ever', async () => {
  const { rules } = await readStaticStyles();
  expect(rules.size).toBeGreaterThan(100);
  const styles = [globalCss, ...rules.values()];
  expect(styles.filter((style) => /infinite|iteration-count/.test(style))).toEqual([]);
});
