import { expect, test } from 'vitest';
import { globalCss } from '#client/styles/global-css.ts';
import { listStyleMistakes } from '#scripts/build/check-styles.ts';
import { readStaticStyles } from '#scripts/build/static-styles.ts';
import { makeFolder } from '../../helpers/until-test-ends.ts';

test('each template is replaced by the name of its class, and the stylesheet has its rules', async () => {
  const { replaceTemplates, rules } = await readStaticStyles();
  const source = 'export const one = css`a`;';
  expect(() => replaceTemplates('client/styles/grid.ts', source)).toThrow(/top level/);
  const layout = [1, 2, 3, 4, 5].map((number) => `const c${number} = css\`x\`;`).join('\n');
  const replaced = replaceTemplates('client/styles/grid.ts', layout);
  const [, lead = ''] = /const c5 = '(_[0-9a-z]{1,2})';/.exec(replaced) ?? [];
  expect(rules.get(lead)).toContain(`.${lead}{font-size:var(--lead);`);
  expect(replaced).not.toContain('css');
  // Code that a regular expression would mistake for a template or its end.
  const others = "/* css`no` */ const text = 'css`no`';";
  const nested = `${others} const c5 = css\`#{c3} width: #{a\`}\`}; #{css\`d\`}\``;
  const last = layout.replace('const c5 = css`x`', () => nested.replaceAll('#{', '${'));
  const [, own] = replaceTemplates('client/styles/grid.ts', last).split(others);
  expect(own).toBe(` const c5 = '${lead}';`);
});

test.each([
  ["import './a.css';", '1:7 ./a.css cannot be imported'],
  ['const a = () => css`color: red;`;', '1:16 A css template must be at the top level'],
  ['function A() {\n  return css`color: red;`;\n}', '2:9 A css template must be at the top level'],
  ['css`\n  color: red;\n  widht: 3px;\n`;', '3:2 Unknown property "widht"'],
  ['css`\n  #{wide} {\n    foo-bar: 3px;\n  }\n`;', '3:4 Unknown property "foo-bar"'],
  ['css`\n  @medai (width > 3px) {\n    color: red;\n  }\n`;', '2:2 Unknown at-rule "@medai"'],
  ['css`\n  color: var(--txet);\n`;', '2:13 --txet is set nowhere'],
  ["const style = 'var(--txet)';", '1:19 --txet is set nowhere'],
  ['css`\n  &:hover {\n    color: red;\n`;\ncss`color: red;`;', '2:2 Unclosed block'],
  ['css`\n  color: red;\n  }\n`;', '3:2 Unexpected }'],
  ['css`\n  color: rgb(1 2 3;\n`;', '2:12 Unclosed bracket'],
  ['css`\n  color: #{dark}\n  width: 3px;\n`;', '2:16 Missed semicolon'],
  ['css`\n  display: gird;\n`;', '2:11 Unknown value "gird"'],
  ['css`\n  color: redd;\n`;', '2:9 Unknown value "redd"'],
  ['css`\n  width: 3pxx;\n`;', '2:9 Unknown value "3pxx"'],
  [
    'css`\n  @media (widht<=3em) {\n    color: red;\n  }\n`;',
    '2:10 Unknown media feature name "widht"',
  ],
  ['css`\n  &:hoverr {\n    color: red;\n  }\n`;', '2:3 Unknown pseudo-class selector ":hoverr"'],
] as const)('%j is reported with its line in dev, build and check', async (text, message) => {
  const right =
    'css`--own: red; #{other}; #{wide} { width: #{a({ b: `}` })}; } color: var(--own, var(--text));`;';
  const folder = await makeFolder({
    'client/a.tsx': text.replaceAll('#{', '${'),
    'client/b.ts': right.replaceAll('#{', '${'),
  });
  const found = (await listStyleMistakes(folder)).map(
    ({ location, text: said }) => `${location?.file}:${location?.line}:${location?.column} ${said}`,
  );
  expect(found).toEqual([expect.stringContaining(`client/a.tsx:${message}`)]);
});

test('no animation repeats forever', async () => {
  const { rules } = await readStaticStyles();
  expect(rules.size).toBeGreaterThan(100);
  const styles = [globalCss, ...rules.values()];
  expect(styles.filter((style) => /infinite|iteration-count/.test(style))).toEqual([]);
});
