import { findMedianRatio } from './statistics.ts';
import { type Figures, summarise } from './throughput.ts';

/* What is compared with what. A subject is named `server: request`. */

export type SubjectName =
  | `${'kept' | 'bare'}: ${'br' | 'gzip' | '304' | 'script'}`
  | 'logged: br'
  | `rendered: ${'br' | 'gzip' | 'identity'}`
  | `naive: ${'br' | 'gzip' | 'identity' | 'script'}`;

interface Comparison {
  readonly title: string;
  readonly ours: SubjectName;
  readonly bare?: SubjectName;
  readonly naive?: SubjectName;
  /** Of issue 6: answers a second as a share of the bare server's, or CPU as a share of the naive's. */
  readonly goal?:
    | { readonly of: 'bare'; readonly atLeast: number }
    | { readonly of: 'naive'; readonly atMost: number };
}

/** Neighbours are measured one after the other. */
const comparisons: readonly Comparison[] = [
  {
    title: 'home, kept, brotli',
    ours: 'kept: br',
    bare: 'bare: br',
    naive: 'naive: br',
    goal: { of: 'bare', atLeast: 0.9 },
  },
  { title: 'the same with the access log', ours: 'logged: br', bare: 'bare: br' },
  {
    title: 'home, kept, gzip',
    ours: 'kept: gzip',
    bare: 'bare: gzip',
    naive: 'naive: gzip',
    goal: { of: 'bare', atLeast: 0.9 },
  },
  {
    title: 'home, not modified (304)',
    ours: 'kept: 304',
    bare: 'bare: 304',
    goal: { of: 'bare', atLeast: 1 },
  },
  {
    title: 'a script file, brotli',
    ours: 'kept: script',
    bare: 'bare: script',
    naive: 'naive: script',
  },
  {
    title: 'home, rendered each time, brotli',
    ours: 'rendered: br',
    naive: 'naive: br',
    goal: { of: 'naive', atMost: 0.8 },
  },
  {
    title: 'home, rendered each time, gzip',
    ours: 'rendered: gzip',
    naive: 'naive: gzip',
    goal: { of: 'naive', atMost: 0.8 },
  },
  {
    title: 'home, rendered each time, plain',
    ours: 'rendered: identity',
    naive: 'naive: identity',
    goal: { of: 'naive', atMost: 3 },
  },
];

/** Every subject once, in the order of the comparisons. */
export const subjectNames: readonly SubjectName[] = [
  ...new Set(
    comparisons.flatMap(({ ours, bare, naive }) => [ours, bare ?? [], naive ?? []].flat()),
  ),
];

export interface Compared {
  readonly title: string;
  readonly ours: Summary;
  readonly bare: Summary | undefined;
  readonly naive: Summary | undefined;
  /** Ours as a share of the bare server's. */
  readonly ofBare: Shares | undefined;
  /** Ours as a share of the naive server's. */
  readonly ofNaive: Shares | undefined;
  readonly goal: Comparison['goal'];
}

type Summary = ReturnType<typeof summarise>;

interface Shares {
  readonly perSecond: number;
  readonly cpu: number;
}

/** Puts the medians side by side. Throws when something was not measured. */
export function compareFigures(
  measured: ReadonlyMap<SubjectName, Figures>,
  rows: readonly Comparison[] = comparisons,
): readonly Compared[] {
  const find = (name: SubjectName) => {
    const figures = measured.get(name);
    if (!figures) throw new Error(`"${name}" was not measured`);
    return figures;
  };
  return rows.map(({ title, ours, bare, naive, goal }) => {
    const share = (name: SubjectName): Shares => ({
      perSecond: findMedianRatio(find(ours).perSecond, find(name).perSecond),
      cpu: findMedianRatio(find(ours).cpu, find(name).cpu),
    });
    return {
      title,
      goal,
      ours: summarise(find(ours)),
      bare: bare && summarise(find(bare)),
      naive: naive && summarise(find(naive)),
      ofBare: bare && share(bare),
      ofNaive: naive && share(naive),
    };
  });
}
