import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import stylelint from 'stylelint';
import { expect, test } from 'vitest';
import * as rules from '#scripts/check-rules/rules.ts';
import { makeFolder } from '../helpers/until-test-ends.ts';

/* One mistake for each rule, and correct code that is similar. */

test('our rules for the linter find their mistakes, and nothing in correct code', async () => {
  const mistakes: Readonly<Record<string, readonly [code: string, advice: string]>> = {
    'client/b.ts': ["import { Mark } from '#client/components/mark.tsx';", 'relatively'],
    'client/a.tsx': [
      "import { useA } from './a.ts'; f?.(useA());",
      'only when the function exists',
    ],
  };
  const fine = {
    'server/render/render-page.tsx': "import { App } from '#client/app.tsx';",
  };
  const texts = Object.entries(mistakes).map(([path, [code]]) => [path, code]);
  const folder = await makeFolder({ ...Object.fromEntries(texts), ...fine });
  for (const path of ['biome.json', 'scripts/check-rules']) {
    cpSync(path, join(folder, path), { recursive: true });
  }
  const args = ['lint', '--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none'];
  const { stdout } = spawnSync('biome', args, { cwd: folder, encoding: 'utf8' });
  const found = stdout.match(/^::\w+ title=(plugin|.*noRestrictedImports),.*/gm) ?? [];
  for (const [path, [, advice]] of Object.entries(mistakes)) {
    expect(found).toContainEqual(expect.stringMatching(`/${path},.*${advice}`));
  }
  expect(found).toHaveLength(Object.keys(mistakes).length);
});

test.each([
  ['css`\n  color: red;\n  widht: 3px;\n`;', 3, 'property-no-unknown'],
  ['css`\n  #{wide} {\n    foo-bar: 3px;\n  }\n`;', 3, 'property-no-unknown'],
  ['css`\n  @medai (width > 3px) {\n    color: red;\n  }\n`;', 2, 'at-rule-no-unknown'],
  ['css`\n  &:hover {\n    color: red;\n`;', 2, 'CssSyntaxError'],
  ['css`\n  color: #{dark}\n  width: 3px;\n`;', 2, 'CssSyntaxError'],
  ['css`\n  display: gird;\n`;', 2, 'declaration-property-value-no-unknown'],
  ['css`\n  @media (widht<=3em) {\n    color: red;\n  }\n`;', 2, 'media-feature-name-no-unknown'],
  ['css`\n  &:hoverr {\n    color: red;\n  }\n`;', 2, 'selector-pseudo-class-no-unknown'],
] as const)(
  'stylelint finds the mistake in %j, and nothing in correct code',
  async (text, line, rule) => {
    const right =
      'css`--own: red; #{other}; #{wide} { width: #{a({ b: `}` })}; } color: var(--own);`;';
    const code = `${text}\n${right}`.replaceAll('#{', '${');
    const { results } = await stylelint.lint({ code, codeFilename: resolve('client/a.ts') });
    expect(results[0]?.warnings).toContainEqual(expect.objectContaining({ line, rule }));
    const lines = text.split('\n').length;
    expect(results[0]?.warnings.filter((warning) => warning.line > lines)).toEqual([]);
  },
);

test.each([
  ['client/components/index.ts', '', ['is a vague name']],
  ['shared/utils.ts', '', ['is a vague name']],
  ['server/app.ts', `// @ts-${'nocheck'} it works`, ['do it now']],
  ['server/app.ts', `// ${'TO'}${'DO'} later`, ['do it now']],
  ['server/h.ts', 'const pattern = new RegExp(text);', ['cannot be checked']],
  ['client/list.tsx', 'const list = <ul className={x}>{items}</ul>;', ['the role “list”']],
  ['client/m.tsx', 'const list = <ol role="list">{items}</ol>;', []],
  ['client/i.ts', "const colour = '#a33b20';", ['palette.ts']],
  ['client/j.ts', 'const name = css`background: rgb(15 20 41 / .62)`;', ['palette.ts']],
  ['client/styles/tokens.ts', "const colour = '#a33b20';", []],
  ['client/l.ts', "const text = '&#123; #';", []],
  ['tests/k.test.ts', `it${'.todo'}('works', () => {});`, ['every test runs']],
  ['client/app.tsx', `import { createApp } from '../${'server'}/app.ts';`, ['write #client/…']],
  ['server/render/d.ts', "import { a } from '#server/a.ts';", ['are relative']],
  ['server/newsletter/token.ts', "import { Client } from 'pg';", ['knows SQL']],
  ['server/newsletter/store-any.ts', "import { Client } from 'pg';", []],
  ['server/operator/send.ts', "const mail = import('nodemailer');", ['knows SMTP']],
  ['server/e.ts', "import { Counter } from '@prometheus-io/client';", ['where METRICS_PORT']],
  ['server/f.ts', "import { renderToString } from 'react-dom/server';", ['call renderPage']],
  ['server/app.ts', String.raw`header.split(/\s*;\s*/)`, ['more than linear time']],
  ['server/index.ts', String.raw`if (/^\s{1,9};/.test(text)) stop();`, []],
  ['client/app.tsx', '<p title="/(a+)+$/">{text.replaceAll(/a+/g, "b")}</p>;', []],
])('the breaches in %s with %s are %j', (path, text, expected) => {
  const problems = rules.listProblems(rules.parseSourceFile(path, text));
  const messages = expected.map((words) => ({ message: expect.stringContaining(words) }));
  expect(problems).toMatchObject(messages);
});

const parse = (sources: Readonly<Record<string, string>>) =>
  Object.entries(sources).map(([path, text]) => rules.parseSourceFile(path, text));

test('a cycle of imports between sibling folders is found, also one of types; imports in one direction are allowed', () => {
  const cycle = parse({
    'server/cache/a.ts': "import 'express'; import '../render/b.ts';",
    'server/render/c.ts': "import type { D } from '../routes/d.ts';",
    'server/routes/e.ts': "export { f } from '../cache/f.ts';",
  });
  expect(rules.listCycles(cycle)).toMatchObject(cycle.map(({ path }) => ({ path })));
  const oneWay = parse({
    'server/app.ts': "import './cache/a.ts';",
    'server/cache/b.ts': "import type { App } from '../app.ts';",
    'server/cache/a.ts': "import './b.ts'; import './deep/d.ts'; import '../routes/c.ts';",
    'server/cache/deep/d.ts': "import '../a.ts';",
  });
  expect(rules.listCycles(oneWay)).toEqual([]);
});
