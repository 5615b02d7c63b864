import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildBrowser } from './build/browser.ts';
import { collectLicences } from './build/collect-licences.ts';
import { buildServer } from './build/server.ts';

// `npm run licences`: what ships that is not ours, and under which licence. Exit code 1: something
// may not ship, or brings no text that could go along.

const root = resolve(import.meta.dirname, '..');
const outDir = await mkdtemp(join(tmpdir(), 'setu-licences-'));
try {
  const browser = (await buildBrowser({ mode: 'production', outDir })).metafile;
  const { works, problems } = await collectLicences({
    browser,
    server: await buildServer({ outDir }),
    root,
  });
  const width = (key: 'name' | 'version' | 'licence') =>
    Math.max(...works.map((work) => work[key].length));
  for (const { name, version, licence, where } of works) {
    const cells = [
      name.padEnd(width('name')),
      version.padEnd(width('version')),
      licence.padEnd(width('licence')),
      where,
    ];
    console.log(cells.join('  '));
  }
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  await rm(outDir, { recursive: true });
}
