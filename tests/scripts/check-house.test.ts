import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listCycles } from '#scripts/check-house/cycle-rules.ts';
import { findHashProblem, listProblems } from '#scripts/check-house/find-problems.ts';
import { parseSourceFile } from '#scripts/check-house/source-file.ts';

/** The messages about a small source at a path. */
function complaints(path: string, text: string): string[] {
  return listProblems(path, text).map(({ message }) => message);
}

describe('imports', () => {
  it.each([
    ['client/app.tsx', "import { createApp } from '../server/app.ts';", 'write #server/app.ts'],
    ['client/app.tsx', "export { createApp } from '../server/app.ts';", 'write #server/app.ts'],
    ['client/app.tsx', "const app = await import('../server/app.ts');", 'write #server/app.ts'],
    ['client/app.tsx', "import { Mark } from '#client/components/mark.tsx';", 'are relative'],
    ['client/app.tsx', "import { site } from '../shared/site.ts';", 'write #shared/site.ts'],
    ['server/newsletter/token.ts', "import { Client } from 'pg';", 'knows SQL'],
    ['server/newsletter/subscribing/subscribe.ts', "import mail from 'nodemailer';", 'knows SMTP'],
    ['server/app.ts', "import { Counter } from '@prometheus-io/client';", 'where METRICS_PORT'],
  ])('in %s, %s is found', (path, text, expected) => {
    expect(complaints(path, text)).toEqual([expect.stringContaining(expected)]);
  });

  it.each([
    ['server/app.ts', "import { site } from '#shared/site.ts';"],
    ['server/app.ts', "import { readFile } from 'node:fs/promises';"],
    ['server/routes/health.ts', "import { version } from '../../package.json';"],
    ['server/render/render-page.tsx', "import { App } from '#client/app.tsx';"],
    ['client/app.tsx', "import { Mark } from './components/mark.tsx';"],
    ['client/motion/reveal.ts', "import { inView } from 'framer-motion/dom';"],
    ['shared/head.ts', "import { site } from './site.ts';"],
    ['tests/server/routes/pages.test.ts', "import { createApp } from '#server/app.ts';"],
    ['tests/server/routes/pages.test.ts', "import { makeEvent } from '../helpers/make-event.ts';"],
    ['playwright.config.ts', "import { getChromium } from './scripts/find-chromium.ts';"],
    ['shared/head.ts', "/* once: import { useState } from 'react'; */"],
  ])('in %s, %s is fine', (path, text) => {
    expect(complaints(path, text)).toEqual([]);
  });
});

describe('names', () => {
  it.each([
    ['client/components/index.ts', 'is an index file'],
    ['client/Components/event-card.tsx', 'not kebab-case'],
    ['shared/utils.ts', 'is a drawer'],
    ['server/lib/log.ts', 'is a drawer'],
    ['client/helpers/format.ts', 'is a drawer'],
    ['shared/types.ts', 'is a drawer'],
  ])('%s is found', (path, expected) => {
    expect(complaints(path, '')).toEqual([expect.stringContaining(expected)]);
  });

  it.each([
    'server/index.ts',
    'tests/helpers/make-event.ts',
    'tests/server/routes/pages.test.ts',
    'vitest.config.ts',
  ])('%s is fine', (path) => {
    expect(complaints(path, '')).toEqual([]);
  });
});

it('a file of more than 300 lines is found, except content', () => {
  const lines = (count: number) => 'export {};\n'.repeat(count);
  expect(complaints('server/app.ts', lines(300))).toEqual([]);
  expect(complaints('server/app.ts', lines(301))).toEqual([expect.stringContaining('301 lines')]);
  expect(complaints('shared/content/posts.ts', lines(301))).toEqual([]);
});

describe('words', () => {
  it.each([
    ['server/routes/pages.ts', 'renderToString(app)', 'call renderPage'],
    ['client/app.tsx', '<p style={{ margin: 0 }} />', 'content security policy'],
    ['server/app.ts', `const styles = "'unsafe-inline'";`, 'add the hash'],
    ['server/app.ts', `const scripts = "'unsafe-eval'";`, 'add the hash'],
    ['client/app.tsx', "const colour = '#a33b20';", 'tokens.ts'],
    ['client/app.tsx', "const colour = '#fff';", 'tokens.ts'],
    ['client/app.tsx', "const colour = 'rgb(15 20 41 / .62)';", 'tokens.ts'],
    ['client/app.tsx', "const colour = 'hsl(20deg 50% 50%)';", 'tokens.ts'],
    ['server/app.ts', `// @ts-${'nocheck'} it works`, 'tell the compiler the truth'],
    ['server/app.ts', `// ${'TO'}${'DO'} later`, 'do it now'],
    ['server/app.ts', `// ${'FIX'}${'ME'}`, 'do it now'],
    ['tests/server/routes/pages.test.ts', `it${'.todo'}('works', () => {});`, 'every test runs'],
    ['tests/browser/events.test.ts', `test.describe${'.fixme'}('x', () => {});`, 'every test runs'],
  ])('in %s, %s is found', (path, text, expected) => {
    expect(complaints(path, text)).toEqual([expect.stringContaining(expected)]);
  });

  it.each([
    ['client/styles/tokens.ts', "const madder = '#a33b20';"],
    ['client/app.tsx', '<a href="#main">It&#8217;s here</a>'],
    ['client/app.tsx', "import { site } from '#shared/site.ts';"],
    ['client/app.tsx', '/* Not style={…}: the policy forbids it. */'],
    ['server/render/render-page.tsx', 'renderToPipeableStream(app)'],
  ])('in %s, %s is fine', (path, text) => {
    expect(complaints(path, text)).toEqual([]);
  });
});

describe('regular expressions', () => {
  it.each([
    ['server/app.ts', String.raw`header.split(/\s*;\s*/)`],
    ['server/app.ts', String.raw`const trimmed = text.replace(/\s+$/, '')`],
    ['shared/head.ts', 'if (/^(a+)+$/.test(text)) stop();'],
    ['client/app.tsx', 'const found = /^(.*),(.*),(.*)$/s.exec(text);'],
    ['server/app.ts', 'const pattern = new RegExp(text);'],
    ['server/app.ts', "const pattern = RegExp('^' + start);"],
  ])('in %s, %s is found', (path, text) => {
    expect(complaints(path, text)).toEqual([
      expect.stringMatching(/more than linear time|cannot be checked/),
    ]);
  });

  it.each([
    ['server/app.ts', String.raw`if (/^\s{1,9};/.test(text)) stop();`],
    ['server/app.ts', "const parts = text.split(';');"],
    ['client/app.tsx', 'const element = <p title="/(a+)+$/">{text.replaceAll(/a+/g, "b")}</p>;'],
    ['scripts/dev.ts', String.raw`const trimmed = text.replace(/\s+$/, '')`],
  ])('in %s, %s is fine', (path, text) => {
    expect(complaints(path, text)).toEqual([]);
  });
});

describe('cycles', () => {
  const find = (...sources: readonly (readonly [path: string, ...specifiers: string[]])[]) =>
    listCycles(
      sources.map(([path, ...specifiers]) =>
        parseSourceFile(
          path,
          specifiers.map((each) => `import type { A } from '${each}';\n`).join(''),
        ),
      ),
    );

  it('a file that is imported by what it imports is found, through others too', () => {
    const problems = find(
      ['server/a.ts', './b.ts'],
      ['server/b.ts', 'express', './c.ts'],
      ['server/c.ts', './a.ts'],
    );
    expect(problems).toMatchObject([
      {
        path: 'server/c.ts',
        line: 1,
        message: expect.stringContaining(
          'server/a.ts -> server/b.ts -> server/c.ts -> server/a.ts',
        ),
      },
    ]);
  });

  it('two folders side by side that import each other are found', () => {
    const problems = find(
      ['server/cache/a.ts', '../render/b.ts'],
      ['server/render/c.ts', '../cache/d.ts'],
    );
    expect(problems).toMatchObject([
      { message: expect.stringContaining('server/cache -> server/render -> server/cache') },
    ]);
  });

  it('what runs one way, or between a folder and the one above, is fine', () => {
    const problems = find(
      ['server/app.ts', './cache/a.ts'],
      ['server/cache/a.ts', '../refusals.ts', './b.ts', '#shared/site.ts'],
      ['tests/server/cache/a.test.ts', '#server/cache/a.ts'],
    );
    expect(problems).toEqual([]);
  });
});

it('a problem tells its file and line', () => {
  const text = "/* two\n lines */\nimport { home } from '#shared/content/home.ts';\n";
  expect(listProblems('shared/site.ts', text)).toMatchObject([{ path: 'shared/site.ts', line: 3 }]);
});

it('a file that is cached for a year carries the hash of its content', () => {
  const content = Buffer.from('<svg/>');
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  expect(findHashProblem(`public/line/mark-${hash}.svg`, content)).toBeUndefined();
  expect(findHashProblem('public/line/mark-00000000.svg', content)?.message).toContain(hash);
  expect(findHashProblem('public/line/mark.svg', content)?.message).toContain(hash);
  expect(findHashProblem('public/fonts/OFL-Eczar.txt', content)).toBeUndefined();
});
