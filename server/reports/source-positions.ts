import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';

/** Maximum of parsed maps. Each needs about 10 MB, a build has six, and clients choose the names. */
const maxMaps = 12;

/** Replaces positions in our scripts, such as `/assets/entry-ABCDEFGH.js:1:48213`, by positions in our sources. */
export type TranslatePositions = (text: string) => string;

const position = /\/assets\/([\w-]+\.js):(\d+):(\d+)/g;

/**
 * Translates with the source maps of this build and earlier ones (`scripts/build/browser.ts`). A map is read when it is
 * needed, which takes about 0.1 s. Without a folder or a map the position does not change.
 *
 * @param folder with `entry-ABCDEFGH.js.map`
 * @param scripts of this build, by their public paths; their maps are not dropped for those of earlier builds
 */
export function createTranslatePositions(
  folder: string,
  scripts: readonly string[],
): TranslatePositions {
  const own = new Map<string, SourceMap>();
  const others = new LRUCache<string, SourceMap>({ max: Math.max(1, maxMaps - scripts.length) });
  const findMap = (script: string) => {
    const file = join(folder, `${script}.map`);
    const maps = scripts.includes(`/assets/${script}`) ? own : others;
    const known = maps.get(script);
    if (known || !existsSync(file)) return known;
    const map = new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
    maps.set(script, map);
    return map;
  };
  return (text) =>
    text.replace(position, (written, script: string, line: string, column: string) => {
      const origin = findMap(script)?.findOrigin(Number(line), Number(column));
      return origin && 'fileName' in origin
        ? `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}`
        : written;
    });
}
