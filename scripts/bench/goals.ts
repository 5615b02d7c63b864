import type { Compared } from './comparisons.ts';
import type { BenchResult } from './result.ts';
import { formatCount, formatShare } from './table.ts';

/* The goals of issue 6, as far as this benchmark can see them. It reports; it does not fail. */

export interface Goal {
  readonly what: string;
  /** For people: `at least 0.90`. */
  readonly wanted: string;
  readonly measured: string;
  readonly isMet: boolean;
}

const longestStart = 150; // milliseconds
const mostMemory = 110; // MB
/** Growth from half of the requests to all of them, as a share, that is still flat. */
const flatGrowth = 0.05;
const mostScript = 90_000; // bytes, to hydrate any page
const mostDocument = 14_000; // bytes, any page with its head

type Measured = Pick<BenchResult, 'throughput' | 'starts' | 'memory' | 'sizes'>;

/** Holds what was measured against every goal. */
export function judge({ throughput, starts, memory, sizes }: Measured): readonly Goal[] {
  const { after, requests } = memory.ours;
  const half = memory.ours.tenths[4] ?? Number.NaN;
  const growth = after / half - 1;
  return [
    ...throughput.flatMap(judgeComparison),
    ...judgeNotModified(throughput),
    {
      what: 'start, spawn to first 200, median',
      wanted: `at most ${longestStart} ms`,
      measured: `${formatCount(starts.ours.median)} ms`,
      isMet: starts.ours.median <= longestStart,
    },
    {
      what: `memory after ${formatCount(requests)} requests`,
      wanted: `at most ${mostMemory} MB`,
      measured: `${formatCount(after)} MB`,
      isMet: after <= mostMemory,
    },
    {
      what: 'memory from half of the requests to all',
      wanted: `at most ${flatGrowth * 100} % more`,
      measured: `${(growth * 100).toFixed(1)} %`,
      isMet: growth <= flatGrowth,
    },
    judgeLargest('scripts to hydrate, heaviest page', mostScript, sizes, 'scripts'),
    judgeLargest('document with head, largest page', mostDocument, sizes, 'document'),
  ];
}

function judgeComparison({ title, goal, ofBare, ofNaive }: Compared): readonly Goal[] {
  if (goal?.of === 'bare' && ofBare) {
    return [
      {
        what: `${title}: answers a second, of bare`,
        wanted: `at least ${goal.atLeast.toFixed(2)}`,
        // The processor's time is steadier where the machine has other work.
        measured: `${formatShare(ofBare.perSecond)} (by CPU ${formatShare(1 / ofBare.cpu)})`,
        isMet: ofBare.perSecond >= goal.atLeast,
      },
    ];
  }
  if (goal?.of === 'naive' && ofNaive) {
    return [
      {
        what: `${title}: CPU, of naive`,
        wanted: `at most ${goal.atMost.toFixed(2)}`,
        measured: formatShare(ofNaive.cpu),
        isMet: ofNaive.cpu <= goal.atMost,
      },
    ];
  }
  return [];
}

/** "304 at least as fast" can be read as "as the page itself", too. */
function judgeNotModified(throughput: readonly Compared[]): readonly Goal[] {
  const [page] = throughput;
  const notModified = throughput.find(({ title }) => title.includes('304'));
  if (!page || !notModified) return [];
  const share = notModified.ours.perSecond / page.ours.perSecond;
  return [
    {
      what: `${notModified.title}: answers a second, of ours with the page`,
      wanted: 'at least 1.00',
      measured: formatShare(share),
      isMet: share >= 1,
    },
  ];
}

function judgeLargest(
  what: string,
  most: number,
  sizes: BenchResult['sizes'],
  part: 'scripts' | 'document',
): Goal {
  const largest = Math.max(...Object.values(sizes).map((size) => size[part]));
  return {
    what,
    wanted: `at most ${formatCount(most)} bytes`,
    measured: `${formatCount(largest)} bytes`,
    isMet: largest <= most,
  };
}
