import { posix } from 'node:path';
import type { Finding, SourceFile } from './source-file.ts';

/**
 * Cycles of imports between folders that are side by side, including types and `import()`: neither folder can be
 * understood without the other. The linter finds cycles between files.
 */
export function listFolderCycles(files: readonly SourceFile[]): Finding[] {
  const edges = new Map<string, Map<string, Finding>>();
  for (const { path, imports } of files) {
    for (const { target, line } of imports) {
      const [from, to] = findSiblings(path, target) ?? [];
      if (!from || !to) continue;
      const targets = edges.get(from) ?? new Map<string, Finding>();
      edges.set(from, targets.set(to, targets.get(to) ?? { path, line, message: '' }));
    }
  }
  const problems: Finding[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (folder: string) => {
    path.push(folder);
    for (const [next, place] of edges.get(folder) ?? []) {
      const start = path.indexOf(next);
      if (start >= 0) {
        const cycle = [...path.slice(start), next].join(' -> ');
        const advice = 'what both folders need goes into one that imports neither';
        problems.push({ ...place, message: `closes a cycle, ${cycle}: ${advice}` });
      } else if (!done.has(next)) visit(next);
    }
    path.pop();
    done.add(folder);
  };
  for (const folder of edges.keys()) if (!done.has(folder)) visit(folder);
  return problems;
}

/** The two sibling folders of an import, if it does not lead up or down. */
function findSiblings(from: string, to = ''): readonly [string, string] | undefined {
  const [own = [], target = []] = [from, to].map((path) => posix.dirname(path).split('/'));
  const at = own.findIndex((name, index) => name !== target[index]);
  if (at < 1 || target.length <= at) return undefined;
  return [own.slice(0, at + 1).join('/'), target.slice(0, at + 1).join('/')];
}
