import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** What the build makes of the server: the program, and what V8 had compiled of it at the build. */
const programName = 'app.js';
const cacheName = 'app.cache';

/** Bytes at the head of the cache that tell which program it belongs to: V8 compares lengths only. */
const checkLength = 4;

interface Program {
  /** Whether the cache was of use. */
  readonly isCached: boolean;
  run(require: NodeJS.Require): void;
  /** What has been compiled by now, for the next start. */
  createCache(): Buffer;
}

/**
 * Loads `dist/server/app.js`, with V8's code cache beside it where that fits: compiling the bundle
 * takes a third of a start. Node's own cache (`module.enableCompileCache`) is of no use in a
 * container: it is found by the user's id, and wants a folder that can be written to.
 *
 * Another version of Node, other flags of V8, a changed program or a broken cache: it is compiled as
 * if there were none.
 */
export function loadProgram(folder: string): Program {
  const filename = join(folder, programName);
  const bytes = readFileSync(filename);
  const check = Buffer.alloc(checkLength);
  check.writeUInt32BE(crc32(bytes));
  const source = bytes.toString('latin1'); // esbuild writes ASCII only, and this is the fastest way.
  const cachedData = readCache(folder, check);
  const script = new Script(source, { filename, ...(cachedData ? { cachedData } : {}) });
  return {
    isCached: cachedData !== undefined && !script.cachedDataRejected,
    run: (require) => script.runInThisContext()(require, filename, folder),
    createCache: () => Buffer.concat([check, script.createCachedData()]),
  };
}

function readCache(folder: string, check: Buffer): Buffer | undefined {
  try {
    const bytes = readFileSync(join(folder, cacheName));
    return bytes.subarray(0, checkLength).equals(check) ? bytes.subarray(checkLength) : undefined;
  } catch {
    return undefined; // Not made yet: the build starts the server once to make it.
  }
}

/** Where the cache of a program in this folder belongs. */
export function findCacheFile(folder: string): string {
  return join(folder, cacheName);
}
