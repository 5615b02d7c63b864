/** Something that is weighed; without a budget it only tells what grew. */
export interface Measure {
  readonly name: string;
  readonly bytes: number;
  /** At most this many; what is not counted in bytes (requests) has a budget all the same. */
  readonly budget?: number;
}

type Baseline = Readonly<Record<string, number>>;

/** What has a budget, as a table: size, budget, change since the baseline. */
export function formatSizes(measures: readonly Measure[], baseline: Baseline): string {
  const limited = measures.filter(({ budget }) => budget !== undefined);
  const width = Math.max(...limited.map(({ name }) => name.length));
  const lines = limited.map((measure) => {
    const { name, bytes, budget = 0 } = measure;
    const mark = bytes > budget ? '  over budget' : '';
    const cells = [name.padEnd(width), pad(bytes), pad(budget), formatChange(measure, baseline)];
    return `  ${cells.join('  ')}${mark}`;
  });
  const head = ['what'.padEnd(width), '    size', '  budget', '  change'].join('  ');
  return [`  ${head}`, ...lines].join('\n');
}

/** Which budgets are broken and what grew since the baseline, most first; nothing where all hold. */
export function explainGrowth(
  measures: readonly Measure[],
  baseline: Baseline,
): string | undefined {
  const broken = measures.filter(({ bytes, budget }) => budget !== undefined && bytes > budget);
  if (broken.length === 0) return undefined;
  const grown = measures
    .map((measure) => ({ name: measure.name, by: findChange(measure, baseline) }))
    .filter(({ by }) => by > 0)
    .sort((one, other) => other.by - one.by)
    .slice(0, 12)
    .map(({ name, by }) => `  ${name}: +${by}`);
  const over = broken.map(
    ({ name, bytes, budget = 0 }) => `  ${name}: ${bytes}, ${bytes - budget} more than allowed`,
  );
  return [
    'Over budget:',
    ...over,
    grown.length > 0 ? 'Grew since the baseline:' : 'Nothing grew since the baseline.',
    ...grown,
  ].join('\n');
}

function findChange({ name, bytes }: Measure, baseline: Baseline): number {
  return bytes - (baseline[name] ?? 0);
}

function formatChange(measure: Measure, baseline: Baseline): string {
  const change = findChange(measure, baseline);
  return (change > 0 ? `+${change}` : String(change)).padStart(8);
}

function pad(count: number): string {
  return String(count).padStart(8);
}
