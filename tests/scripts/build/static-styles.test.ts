import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { globalCss } from '#client/styles/global-css.ts';
import { readStaticStyles } from '#scripts/build/static-styles.ts';

test('each template is replaced by the name of its class, and the stylesheet has its rules', async () => {
  const { replaceTemplates, rules } = await readStaticStyles();
  const path = 'client/styles/grid.ts';
  const source = readFileSync(path, 'utf8');
  expect(() => replaceTemplates(path, 'export const one = css`a`;')).toThrow(/top level/);
  const replaced = replaceTemplates(path, source);
  const [, lead = ''] = /const lead = '(_[0-9a-z]{1,2})';/.exec(replaced) ?? [];
  expect(rules.get(lead)).toContain(`.${lead}{font-size:var(--lead);`);
  expect(replaced).not.toContain('css`');
  // Code that a regular expression would mistake for a template or its end.
  const others = "/* css`no` */ const text = 'css`no`';";
  const nested = `${others} const lead = css\`#{c3} width: #{a\`}\`}; #{css\`d\`}\``;
  const changed = source.replace(/export const lead = css`[^`]*`/, () =>
    nested.replaceAll('#{', '${'),
  );
  expect(replaceTemplates(path, changed)).toContain(`${others} const lead = '${lead}';`);
});

test('no animation repeats forever', async () => {
  const { rules } = await readStaticStyles();
  expect(rules.size).toBeGreaterThan(100);
  const styles = [globalCss, ...rules.values()];
  expect(styles.filter((style) => /infinite|iteration-count/.test(style))).toEqual([]);
});

test('every custom property that a style reads is set: the tokens are in client/styles/tokens.ts', async () => {
  const { rules } = await readStaticStyles();
  const css = [globalCss, ...rules.values()].join('\n');
  const known = new Set(css.match(/(?<![\w-])--[\w-]+(?=\s*:)/g));
  const names = Array.from(css.matchAll(/\bvar\(\s*(--[\w-]+)/g), ([, name = '']) => name);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});
