import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** What the build makes of the server: the program, and what V8 had compiled of it at the build. */
const programName = 'app.js';
const cacheName = 'app.cache';

/** In front of the cache: the checks of the program that it belongs to and of its own bytes. */
const headLength = 8;

interface Program {
  /** Whether the cache was of use. */
  readonly isCached: boolean;
  run(require: (name: string) => unknown): void;
  /** What has been compiled by now, for the next start. */
  createCache(): Buffer;
}

/**
 * Loads `dist/server/app.js`, with V8's code cache beside it where that fits: compiling the bundle
 * takes a third of a start. Node's own cache (`module.enableCompileCache`) is of no use in a
 * container: it is found by the user's id, and wants a folder that can be written to.
 *
 * Another version of Node, other flags of V8, a changed program or a broken cache: it is compiled as
 * if there were none. V8 looks at its version, its flags and the program's length; the rest is here.
 */
export function loadProgram(folder: string): Program {
  const filename = join(folder, programName);
  const bytes = readFileSync(filename);
  const check = crc32(bytes); // Not the bytes: what follows keeps what it mentions, and they are four megabytes.
  const cachedData = readCache(folder, check);
  const source = bytes.toString('latin1'); // esbuild writes ASCII only, and this is the fastest way.
  const script = new Script(source, { filename, ...(cachedData ? { cachedData } : {}) });
  return {
    isCached: cachedData !== undefined && !script.cachedDataRejected,
    run: (require) => script.runInThisContext()(require, filename, folder),
    createCache() {
      const cache = script.createCachedData();
      return Buffer.concat([createHead(check, cache), cache]);
    },
  };
}

function readCache(folder: string, program: number): Buffer | undefined {
  try {
    const file = readFileSync(findCacheFile(folder));
    const cache = file.subarray(headLength);
    return file.subarray(0, headLength).equals(createHead(program, cache)) ? cache : undefined;
  } catch {
    return undefined; // Not made yet: the build starts the server once to make it.
  }
}

function createHead(program: number, cache: Buffer): Buffer {
  const head = Buffer.alloc(headLength);
  head.writeUInt32BE(program);
  head.writeUInt32BE(crc32(cache), 4);
  return head;
}

/** Where the cache of a program in this folder belongs. */
export function findCacheFile(folder: string): string {
  return join(folder, cacheName);
}
