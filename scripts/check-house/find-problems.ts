import { createHash } from 'node:crypto';
import { rules } from './rules.ts';
import { type Problem, parseSourceFile } from './source-file.ts';

/** Everything the house has to say about one source file. `path` is relative to the repository. */
export function listProblems(path: string, text: string): Problem[] {
  const file = parseSourceFile(path, text);
  return rules.flatMap((rule) => rule(file)).sort((a, b) => a.line - b.line);
}

/**
 * A file in public/fonts or public/line is cached for a year, so its name has to change with its
 * content: `name-<first 8 digits of its sha256>.ext`. Licence texts are not cached like that.
 */
export function findHashProblem(path: string, content: Uint8Array): Problem | undefined {
  if (path.endsWith('.txt')) return undefined;
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const named = /-([0-9a-f]{8})\.[a-z0-9]+$/.exec(path)?.[1];
  if (named === hash) return undefined;
  const message = `is cached for a year under its name, which has to hold the hash of its content: name it …-${hash}.… and change what refers to it`;
  return { path, line: 1, message };
}
