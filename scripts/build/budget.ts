import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Metafile } from 'esbuild';
import type { AssetManifest } from './manifest.ts';

const root = resolve(import.meta.dirname, '../..');

/** What any page may need in JavaScript before it is alive: bytes, brotli 11. */
const budget = 96_000;

export interface PageWeight {
  readonly page: string;
  /** Bytes of JavaScript to hydrate the page, as they are and in brotli 11. */
  readonly raw: number;
  readonly brotli: number;
  readonly files: readonly string[];
}

interface Size {
  readonly raw: number;
  readonly brotli: number;
}

/** Weighs the JavaScript that each page needs to hydrate, heaviest first. */
export async function weighPages(manifest: AssetManifest, outDir: string): Promise<PageWeight[]> {
  const everywhere = [manifest.entry, ...manifest.preload];
  const every = new Set([...everywhere, ...Object.values(manifest.pages).flat()]);
  const sizes = new Map<string, Size>();
  await Promise.all(
    [...every].map(async (path) => {
      sizes.set(path, await weigh(join(outDir, 'client', path)));
    }),
  );
  const sum = (files: readonly string[], unit: keyof Size) =>
    files.reduce((total, file) => total + (sizes.get(file)?.[unit] ?? 0), 0);

  return Object.entries(manifest.pages)
    .map(([page, own]) => {
      const files = [...everywhere, ...own];
      return { page, files, raw: sum(files, 'raw'), brotli: sum(files, 'brotli') };
    })
    .sort((a, b) => b.brotli - a.brotli);
}

/** A table for the terminal: page, raw and brotli kB. */
export function formatWeights(weights: readonly PageWeight[]): string {
  const width = Math.max(...weights.map(({ page }) => page.length));
  const lines = weights.map(({ page, raw, brotli }) => {
    const mark = brotli > budget ? '  too heavy' : '';
    return `  ${page.padEnd(width)}  ${kilobytes(raw)}  ${kilobytes(brotli)}${mark}`;
  });
  return [`  ${'page'.padEnd(width)}   raw kB   brotli`, ...lines].join('\n');
}

/** Which pages are over the budget and what weighs most in the heaviest; nothing when all fit. */
export function explainOverweight(
  weights: readonly PageWeight[],
  metafile: Metafile,
): string | undefined {
  const tooHeavy = weights.filter(({ brotli }) => brotli > budget);
  const [heaviest] = tooHeavy;
  if (!heaviest) return undefined;
  const names = tooHeavy.map(({ page }) => page).join(', ');
  return (
    `More than ${budget / 1000} kB of JavaScript to hydrate: ${names}.\n` +
    `The largest parts of ${heaviest.page}, in kB before compression: ` +
    `${largestParts(heaviest.files, metafile)}.\n` +
    'Import less, or import() it when it is wanted.'
  );
}

async function weigh(file: string): Promise<Size> {
  const code = await readFile(file);
  const compressed = await promisify(brotliCompress)(code, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: code.length,
    },
  });
  return { raw: code.length, brotli: compressed.length };
}

/** Packages and folders by the bytes that they put into these files, before compression. */
export function weighParts(files: readonly string[], metafile: Metafile): Map<string, number> {
  const names = new Set(files.map((file) => basename(file)));
  const parts = new Map<string, number>();
  for (const [path, output] of Object.entries(metafile.outputs)) {
    if (!names.has(basename(path))) continue;
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      const part = partOf(input);
      parts.set(part, (parts.get(part) ?? 0) + bytesInOutput);
    }
  }
  return parts;
}

function largestParts(files: readonly string[], metafile: Metafile): string {
  return [...weighParts(files, metafile)]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 8)
    .map(([part, bytes]) => `${part} ${(bytes / 1000).toFixed(1)}`)
    .join(', ');
}

function partOf(input: string): string {
  const packageName = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1];
  const ownPath = input.replace(/^copy:/, '').replace(`${root}/`, '');
  return packageName ?? ownPath.split('/').slice(0, 2).join('/');
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1).padStart(7);
}
