import { createHash } from 'node:crypto';
import { emblem } from '#shared/kolam-emblems.ts';
import { drawIkatEdge } from './cloth.ts';
import { drawFavicon, drawFaviconIco, drawIcon, drawLines, drawSelvedge } from './icons.ts';
import { formatOutline, listOutlines } from './outlines.ts';

/** Where the files with a hash in their name live: the script clears this folder. */
export const HASHED_FOLDER = 'public/line';

/** Every drawn file by its path in the repository. The same on every run and every machine. */
export function drawFiles(): ReadonlyMap<string, string | Buffer> {
  const hashed = Object.entries({
    lines: drawLines(),
    selvedge: drawSelvedge(),
    ikatEdge: drawIkatEdge(),
  }).map(([key, content]) => {
    const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return { key, content, path: `${HASHED_FOLDER}/${name}-${hashOf(content)}.svg` };
  });
  return new Map<string, string | Buffer>([
    ...hashed.map(({ path, content }) => [path, content] as const),
    ['shared/drawn-files.ts', listUrls(hashed)],
    ['shared/drawn-outlines.ts', listOutlines()],
    ['public/favicon.svg', drawFavicon()],
    ['public/favicon.ico', drawFaviconIco()],
    ['public/apple-touch-icon.png', drawIcon(180)],
    ['public/icon-192.png', drawIcon(192)],
    ['public/icon-512.png', drawIcon(512)],
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
${formatOutline('emblemOutline', emblem(''))}`;
}
