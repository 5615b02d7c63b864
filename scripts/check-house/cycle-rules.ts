import { posix } from 'node:path';
import type { Problem, SourceFile } from './source-file.ts';

type Edges = Map<string, Map<string, Problem>>;

/**
 * Cycles of imports between files, types and `import()` included, and between folders that stand side
 * by side: each of the two could then only be understood with the other.
 */
export function listCycles(files: readonly SourceFile[]): Problem[] {
  const ofFiles: Edges = new Map();
  const ofFolders: Edges = new Map();
  for (const file of files) {
    for (const { target, line } of file.imports) {
      if (target === undefined) continue;
      const place = { path: file.path, line, message: '' };
      addEdge(ofFiles, file.path, target, place);
      const [from, to] = findSiblings(file.path, target) ?? [];
      if (from && to) addEdge(ofFolders, from, to, place);
    }
  }
  return [
    ...describeCycles(ofFiles, 'what both need goes into a third file, which imports neither'),
    ...describeCycles(ofFolders, 'what both folders need goes into one that imports neither'),
  ];
}

function addEdge(edges: Edges, from: string, to: string, place: Problem) {
  const targets = edges.get(from) ?? new Map<string, Problem>();
  edges.set(from, targets.set(to, targets.get(to) ?? place));
}

/** The two folders side by side that an import joins, if it does not lead up or down. */
function findSiblings(from: string, to: string): readonly [string, string] | undefined {
  const [own, target] = [from, to].map((path) => posix.dirname(path).split('/'));
  const at = own?.findIndex((name, index) => name !== target?.[index]) ?? -1;
  if (!own || !target || at < 1 || target.length <= at) return undefined;
  return [own.slice(0, at + 1).join('/'), target.slice(0, at + 1).join('/')];
}

/** Each import that leads back to where a path of imports came from, with that path. */
function describeCycles(edges: Edges, advice: string): Problem[] {
  const problems: Problem[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string) => {
    path.push(node);
    for (const [next, place] of edges.get(node) ?? []) {
      const start = path.indexOf(next);
      if (start >= 0) {
        const cycle = [...path.slice(start), next].join(' -> ');
        problems.push({ ...place, message: `closes a cycle, ${cycle}: ${advice}` });
      } else if (!done.has(next)) visit(next);
    }
    path.pop();
    done.add(node);
  };
  for (const node of edges.keys()) if (!done.has(node)) visit(node);
  return problems;
}
