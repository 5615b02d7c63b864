import { createHash } from 'node:crypto';
import { drawEmblem } from '#shared/kolam-emblems.ts';
import { renderLines, renderSelvedge } from './line-files.ts';
import { formatOutline, listOutlines } from './outlines.ts';

/** Where the files with a hash in their name are. */
export const HASHED_FOLDER = 'public/line';

/** Whether a file there is one of ours, of this version or an earlier one. */
export function isDrawn(name: string): boolean {
  return /^(lines|selvedge)-/.test(name);
}

/** Every drawn file by its path in the repository. The same on every run and every machine. */
export function drawFiles(): ReadonlyMap<string, string> {
  const hashed = Object.entries({ lines: renderLines(), selvedge: renderSelvedge() }).map(
    ([key, content]) => ({ key, content, path: `${HASHED_FOLDER}/${key}-${hashOf(content)}.svg` }),
  );
  return new Map([
    ...hashed.map(({ path, content }) => [path, content] as const),
    ['shared/drawn-files.ts', listUrls(hashed)],
    ['shared/drawn-outlines.ts', listOutlines()],
  ]);
}

/** Eight hexadecimal digits of SHA-256: enough to tell one version of a file from the next. */
function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8);
}

function listUrls(files: readonly { key: string; path: string }[]): string {
  const lines = files.map(({ key, path }) => `  ${key}: '${path.replace(/^public/, '')}',`);
  return `// Written by scripts/draw.ts: run \`npm run draw\` after a change to the drawings.

/** The drawings that are files, the same on every page and cached for good. */
export const drawnFiles = {
${lines.join('\n')}
} as const;

/** What is the same of every emblem (\`drawn-outlines.ts\`), of which most pages have one. */
${formatOutline('emblemOutline', drawEmblem(''))}`;
}
