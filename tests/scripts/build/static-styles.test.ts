import { expect, test } from 'vitest';
import { globalCss } from '#client/styles/global-css.ts';
import { readStaticStyles } from '#scripts/build/static-styles.ts';

test('each template is replaced by the name of its class, and the stylesheet has its rules', async () => {
  const { replaceTemplates, rules } = await readStaticStyles();
  const source = 'export const one = css`a`;';
  expect(() => replaceTemplates('client/styles/grid.ts', source)).toThrow(/top level/);
  const layout = [1, 2, 3, 4, 5, 6].map((number) => `const c${number} = css\`x\`;`).join('\n');
  const replaced = replaceTemplates('client/styles/grid.ts', layout);
  const [, lead = ''] = /const c6 = '(_[0-9a-z]{1,2})';/.exec(replaced) ?? [];
  expect(rules.get(lead)).toContain(`.${lead}{font-size:var(--lead);`);
  expect(replaced).not.toContain('css');
  // Code that a regular expression would mistake for a template or its end.
  const others = "/* css`no` */ const text = 'css`no`';";
  const nested = `${others} const c6 = css\`#{c3} width: #{a\`}\`}; #{css\`d\`}\``;
  const last = layout.replace('const c6 = css`x`', () => nested.replaceAll('#{', '${'));
  const [, own] = replaceTemplates('client/styles/grid.ts', last).split(others);
  expect(own).toBe(` const c6 = '${lead}';`);
});

test('no animation repeats forever', async () => {
  const { rules } = await readStaticStyles();
  expect(rules.size).toBeGreaterThan(100);
  const styles = [globalCss, ...rules.values()];
  expect(styles.filter((style) => /infinite|iteration-count/.test(style))).toEqual([]);
});
