import type { Metafile } from 'esbuild';
import { expect, it } from 'vitest';
import { createManifest } from '#scripts/build/manifest.ts';

const places = { inlineScript: 'start()', outDir: '/site/out', root: '/site' };

type Output = Metafile['outputs'][string];

function makeOutput(imports: readonly string[], entryPoint?: string): Output {
  return {
    bytes: 1,
    inputs: entryPoint
      ? { [entryPoint]: { bytesInOutput: entryPoint.includes('entry') ? 0 : 1 } }
      : {},
    exports: [],
    imports: imports.map((path) => ({
      path: `out/client/assets/${path}`,
      kind: 'import-statement',
    })),
    ...(entryPoint ? { entryPoint } : {}),
  };
}

function makeMetafile(outputs: Readonly<Record<string, Output>>): Metafile {
  const named = Object.entries(outputs).map(([name, output]) => [
    `out/client/assets/${name}`,
    output,
  ]);
  return { inputs: {}, outputs: Object.fromEntries(named) };
}

it('a page needs its chunk and what that one imports, except what the entry brings', () => {
  const metafile = makeMetafile({
    'entry-A.js': {
      ...makeOutput(['core-B.js'], 'client/entry.tsx'),
      inputs: { 'client/entry.tsx': { bytesInOutput: 1 } },
    },
    'core-B.js': makeOutput(['react-C.js']),
    'react-C.js': makeOutput([]),
    'home-page-D.js': makeOutput(['core-B.js', 'line-E.js'], 'client/pages/home-page.tsx'),
    'line-E.js': makeOutput(['curve-F.js', 'react-C.js']),
    'curve-F.js': makeOutput([]),
    'investor-faq-page-G.js': makeOutput(['core-B.js'], 'client/pages/investor-faq-page.tsx'),
    'toaster-H.js': makeOutput(['core-B.js'], 'client/notifications/toaster.tsx'),
  });
  expect(createManifest(metafile, places)).toEqual({
    entry: '/assets/entry-A.js',
    inlineScript: 'start()',
    preload: ['/assets/core-B.js', '/assets/react-C.js'],
    pages: {
      home: ['/assets/home-page-D.js', '/assets/line-E.js', '/assets/curve-F.js'],
      'investor-faq': ['/assets/investor-faq-page-G.js'],
    },
  });
});

it('what is imported lazily is not preloaded', () => {
  const entry = makeOutput([], 'client/entry.tsx');
  entry.imports.push({ path: 'out/client/assets/toaster-H.js', kind: 'dynamic-import' });
  const metafile = makeMetafile({ 'entry-A.js': entry, 'toaster-H.js': makeOutput([]) });
  expect(createManifest(metafile, places).preload).toEqual([]);
});

it('an entry that only passes on to another chunk is no request of its own', () => {
  const metafile = makeMetafile({
    'entry-A.js': makeOutput(['core-B.js'], 'client/entry.tsx'),
    'core-B.js': { ...makeOutput([]), inputs: { 'client/entry.tsx': { bytesInOutput: 9 } } },
    'home-page-C.js': makeOutput(['core-B.js'], 'client/pages/home-page.tsx'),
  });
  expect(createManifest(metafile, places)).toEqual({
    entry: '/assets/core-B.js',
    inlineScript: 'start()',
    preload: [],
    pages: { home: ['/assets/home-page-C.js'] },
  });
});
