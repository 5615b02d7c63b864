import type { Compared } from './comparisons.ts';
import type { PageSize } from './page-size.ts';
import type { BenchResult } from './result.ts';
import {
  formatCount,
  formatKilobytes,
  formatMicroseconds,
  formatShare,
  formatTable,
} from './table.ts';

interface Form {
  readonly markdown: boolean;
}

/** All the tables, for the terminal or for README. */
export function formatReport(result: BenchResult, form: Form): string {
  return [
    describeCircumstances(result),
    formatThroughput(result.throughput, form),
    formatStartAndMemory(result, form),
    formatSizes(result, form),
    formatGoals(result, form),
  ].join('\n\n');
}

function describeCircumstances({ machine, choice, content }: BenchResult): string {
  const pinned = machine.isPinned
    ? 'server on one processor, generator on the other'
    : 'server and generator not kept apart: the figures are poor';
  const busy =
    machine.loadBefore > 0.5
      ? ` The machine was busy before it began (load ${machine.loadBefore.toFixed(1)}).`
      : '';
  const { ours, naive } = content;
  return [
    `${machine.processors}, ${machine.memory}, ${machine.system}, Node ${machine.node}, ${machine.generator} with ${choice.connections} connections; ${pinned}; ${choice.rounds} rounds of ${choice.seconds} s, medians.${busy}`,
    `Home page before compression: ours ${formatKilobytes(ours.bytes)} kB in ${ours.elements} elements, naive ${formatKilobytes(naive.bytes)} kB in ${naive.elements}; the same ${ours.words} words.`,
  ].join('\n');
}

function formatThroughput(throughput: readonly Compared[], form: Form): string {
  const rate = (side: Compared['bare']) => (side ? formatCount(side.perSecond) : '');
  const cpu = (side: Compared['bare']) => (side ? formatMicroseconds(side.cpu) : '');
  const share = (value: number | undefined) => (value === undefined ? '' : formatShare(value));
  return formatTable(
    [
      'answers a second, and µs of CPU for each',
      'ours',
      'µs',
      'bare',
      'µs',
      'naive',
      'µs',
      'a second, of bare',
      'CPU, of bare',
      'CPU, of naive',
    ],
    throughput.map(({ title, ours, bare, naive, ofBare, ofNaive }) => [
      title,
      ...[ours, bare, naive].flatMap((side) => [rate(side), cpu(side)]),
      share(ofBare?.perSecond),
      share(ofBare?.cpu),
      share(ofNaive?.cpu),
    ]),
    form,
  );
}

function formatStartAndMemory({ starts, memory }: BenchResult, form: Form): string {
  const row = (what: string, ours: number, naive: number, unit: string) => [
    what,
    `${formatCount(ours)} ${unit}`,
    `${formatCount(naive)} ${unit}`,
    formatShare(ours / naive),
  ];
  const { ours, naive } = memory;
  const after = `memory after ${formatCount(ours.requests)} requests (naive: ${formatCount(naive.requests)})`;
  return formatTable(
    ['start and memory', 'ours', 'naive', 'ratio'],
    [
      row('spawn to first 200, median', starts.ours.median, starts.naive.median, 'ms'),
      row('spawn to first 200, best', starts.ours.best, starts.naive.best, 'ms'),
      row('memory before the first request', ours.before, naive.before, 'MB'),
      row('memory after half of the requests', ours.tenths[4] ?? 0, naive.tenths[4] ?? 0, 'MB'),
      row(after, ours.after, naive.after, 'MB'),
      row('most memory', ours.most, naive.most, 'MB'),
    ],
    form,
  );
}

function formatSizes({ sizes, naiveSizes }: BenchResult, form: Form): string {
  const row = (name: string, { document, scripts, styles, fonts }: PageSize) => [
    name,
    ...[document, scripts, styles, fonts, document + scripts + styles + fonts].map(formatKilobytes),
  ];
  return formatTable(
    ['kB as sent, brotli', 'document with head', 'scripts to hydrate', 'styles', 'fonts', 'sum'],
    [
      ...Object.entries(sizes).map(([path, size]) => row(path, size)),
      row('/ of the naive server', naiveSizes.sent),
      row('the same at brotli 11', naiveSizes.best),
    ],
    form,
  );
}

function formatGoals({ goals }: BenchResult, form: Form): string {
  return formatTable(
    ['goal', 'wanted', 'measured', 'met'],
    goals.map(({ what, wanted, measured, isMet }) => [
      what,
      wanted,
      measured,
      isMet ? 'yes' : 'no',
    ]),
    form,
  );
}
