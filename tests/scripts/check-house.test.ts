import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { listFolderCycles } from '#scripts/check-house/cycle-rules.ts';
import { listSharedNames } from '#scripts/check-house/export-rules.ts';
import { findHashProblem, listProblems } from '#scripts/check-house/rules.ts';
import { parseSourceFile } from '#scripts/check-house/source-file.ts';

/* One mistake for each rule, and what is nearly one. */

test.each([
  ['client/app.tsx', "import { createApp } from '../server/app.ts';", 'write #server/app.ts'],
  ['client/app.tsx', "import { Mark } from '#client/components/mark.tsx';", 'are relative'],
  ['server/newsletter/token.ts', "import { Client } from 'pg';", 'knows SQL'],
  ['server/newsletter/operator/send.ts', "import mail from 'nodemailer';", 'knows SMTP'],
  ['server/app.ts', "import { Counter } from '@prometheus-io/client';", 'where METRICS_PORT'],
  ['client/components/index.ts', '', 'is an index file'],
  ['client/Components/event-card.tsx', '', 'not kebab-case'],
  ['shared/utils.ts', '', 'is a vague name'],
  ['server/routes/pages.ts', 'renderToString(app)', 'call renderPage'],
  ['server/app.ts', `const styles = "'unsafe-inline'";`, 'add the hash'],
  ['client/app.tsx', "const colour = '#a33b20';", 'tokens.ts'],
  ['client/app.tsx', "const colour = 'rgb(15 20 41 / .62)';", 'tokens.ts'],
  ['server/app.ts', `// @ts-${'nocheck'} it works`, 'do not silence the compiler'],
  ['server/app.ts', `// ${'TO'}${'DO'} later`, 'do it now'],
  ['tests/server/routes/pages.test.ts', `it${'.todo'}('works', () => {});`, 'every test runs'],
  ['server/app.ts', String.raw`header.split(/\s*;\s*/)`, 'more than linear time'],
  ['server/app.ts', 'const pattern = new RegExp(text);', 'cannot be checked'],
])('in %s, %s is found', (path, text, expected) => {
  const messages = listProblems(parseSourceFile(path, text)).map(({ message }) => message);
  expect(messages).toEqual([expect.stringContaining(expected)]);
});

test.each([
  ['server/routes/health.ts', "import { version } from '../../package.json';"],
  ['server/render/render-page.tsx', "import { App } from '#client/app.tsx';"],
  ['shared/head.ts', "/* once: import { useState } from 'react'; */"],
  ['server/app.ts', String.raw`if (/^\s{1,9};/.test(text)) stop();`],
  ['client/app.tsx', 'const element = <p title="/(a+)+$/">{text.replaceAll(/a+/g, "b")}</p>;'],
])('in %s, %s is fine', (path, text) => {
  expect(listProblems(parseSourceFile(path, text))).toEqual([]);
});

const parse = (sources: Readonly<Record<string, string>>) =>
  Object.entries(sources).map(([path, text]) => parseSourceFile(path, text));

test('a cycle of folders side by side is found, and what runs one way is fine', () => {
  const cycle = parse({
    'server/cache/a.ts': "import 'express'; import '../render/b.ts';",
    'server/render/c.ts': "import type { D } from '../routes/d.ts';",
    'server/routes/e.ts': "export { f } from '../cache/f.ts';",
  });
  const message = 'server/cache -> server/render -> server/routes -> server/cache';
  expect(listFolderCycles(cycle)).toMatchObject([{ message: expect.stringContaining(message) }]);
  const oneWay = parse({
    'server/app.ts': "import './cache/a.ts';",
    'server/cache/a.ts': "import '../refusals.ts'; import './b.ts';",
  });
  expect(listFolderCycles(oneWay)).toEqual([]);
});

test('two exports with one name are found, but for those that pages have', () => {
  const text = 'export const one = 1;';
  const files = parse({ 'client/a.ts': text, 'server/b.ts': text, 'client/pages/c.ts': text });
  const message = expect.stringContaining('client/a.ts');
  expect(listSharedNames(files)).toEqual([{ path: 'server/b.ts', line: 1, message }]);
});

test('a file that is cached for a year carries the hash of its content', () => {
  const content = Buffer.from('<svg/>');
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  expect(findHashProblem(`public/line/mark-${hash}.svg`, content)).toBeUndefined();
  expect(findHashProblem('public/line/mark-00000000.svg', content)?.message).toContain(hash);
});
