import type { Choice } from './choice.ts';
import type { Compared } from './comparisons.ts';
import type { Goal } from './goals.ts';
import type { MemoryUse } from './memory.ts';
import type { PageSize } from './page-size.ts';
import type { StartTimes } from './start-time.ts';

/** Everything that was measured: the JSON file. */
export interface BenchResult {
  /** ISO 8601, UTC. */
  readonly measuredAt: string;
  readonly machine: Machine;
  readonly choice: Choice;
  /** The home page as text, before compression: how alike the two are. */
  readonly content: Readonly<Record<'ours' | 'naive', HomeContent>>;
  readonly throughput: readonly Compared[];
  readonly starts: Readonly<Record<'ours' | 'naive', StartTimes>>;
  readonly memory: Readonly<Record<'ours' | 'naive', MemoryUse>>;
  /** By path. */
  readonly sizes: Readonly<Record<string, PageSize>>;
  /** The naive home page as sent, and if it were compressed at brotli 11 as ours is. */
  readonly naiveSizes: Readonly<Record<'sent' | 'best', PageSize>>;
  readonly goals: readonly Goal[];
}

export interface HomeContent {
  readonly bytes: number;
  readonly elements: number;
  readonly words: number;
}

export interface Machine {
  readonly processors: string;
  readonly memory: string;
  readonly system: string;
  readonly node: string;
  readonly generator: string;
  /** Whether server and generator had a processor each. */
  readonly isPinned: boolean;
  /** Processes that wanted a processor in the minute before: figures of a busy machine are poor. */
  readonly loadBefore: number;
}
