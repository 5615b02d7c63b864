/** A metric that operators are told about. */
interface Metric {
  readonly name: string;
  readonly type: string;
  /** From the metric itself. */
  readonly help: string;
  /** What to do, from the operators' table. */
  readonly advice: string;
  readonly labels: readonly string[];
}

const selector = '{job="setu-circle"}';
const panelWidth = 8;
const panelHeight = 7;
const gridWidth = 24;

/**
 * The dashboard for Grafana 10 or later: a panel for each metric of the operators' table. Prometheus's
 * own account of the metrics says which kind of query fits.
 *
 * @param readme the operators' README with its section "Metrics"
 * @param exposition what `/metrics` says
 * @returns the text of the JSON file
 * @throws when the table names a metric that there is not
 */
export function createDashboard(readme: string, exposition: string): string {
  const panels = listMetrics(readme, exposition).map((metric, index) => ({
    id: index + 1,
    title: metric.help,
    description: metric.advice,
    type: 'timeseries',
    datasource: { type: 'prometheus', uid: '$datasource' },
    gridPos: {
      x: (index * panelWidth) % gridWidth,
      y: Math.floor((index * panelWidth) / gridWidth) * panelHeight,
      w: panelWidth,
      h: panelHeight,
    },
    fieldConfig: { defaults: { unit: findUnit(metric), min: 0 }, overrides: [] },
    targets: [
      {
        refId: 'A',
        expr: writeQuery(metric),
        legendFormat: metric.labels.map((label) => `{{${label}}}`).join(' '),
      },
    ],
  }));
  const variable = {
    name: 'datasource',
    label: 'Prometheus',
    type: 'datasource',
    query: 'prometheus',
  };
  const dashboard = {
    uid: 'setu-circle',
    title: 'Setu Circle',
    schemaVersion: 39,
    editable: true,
    time: { from: 'now-6h', to: 'now' },
    refresh: '1m',
    templating: { list: [variable] },
    panels,
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}

function listMetrics(readme: string, exposition: string): readonly Metric[] {
  const section = readme.split('\n## Metrics\n')[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| (`.+?) +\| (.+?) +\| (.+?) +\|$/gm)];
  return rows.flatMap(([, cell = '', , advice = '']) =>
    [...cell.matchAll(/`([a-z]+(?:_[a-z\d]+)+|up)`((?: by (?:`[a-z]+`(?:, )?)+)?)/g)].map(
      ([, name = '', by = '']) => {
        if (name === 'up')
          return {
            name,
            type: 'gauge',
            help: 'Processes that respond',
            advice,
            labels: ['instance'],
          };
        const help = new RegExp(`^# HELP ${name} (.+)$`, 'm').exec(exposition)?.[1];
        const type = new RegExp(`^# TYPE ${name} (.+)$`, 'm').exec(exposition)?.[1];
        if (help === undefined || type === undefined) throw new Error(`${name} is no metric`);
        const series = new RegExp(`^${name}\\{(.+?)\\}`, 'm').exec(exposition)?.[1] ?? '';
        const named = [...by.matchAll(/`(\w+)`/g)].map(([, label = '']) => label);
        const found = [...series.matchAll(/(\w+)="/g)].map(([, label = '']) => label);
        const labels = named.length > 0 ? named : found;
        return { name, type, help, advice, labels: type === 'gauge' ? ['instance'] : labels };
      },
    ),
  );
}

function writeQuery({ name, type, labels }: Metric): string {
  const series = (suffix: string) => `rate(${name}${suffix}${selector}[$__rate_interval])`;
  if (type === 'gauge') return `${name}${selector}`;
  if (type === 'histogram')
    return `histogram_quantile(0.95, sum by (${['le', ...labels].join(', ')}) (${series('_bucket')}))`;
  const by = labels.length > 0 ? ` by (${labels.join(', ')})` : '';
  return `sum${by} (${series('')})`;
}

/** Grafana's names of units. */
function findUnit({ name, type }: Metric): string {
  if (/_bytes(_total)?$/.test(name)) return type === 'counter' ? 'Bps' : 'bytes';
  return /_seconds$/.test(name) && type !== 'counter' ? 's' : 'short';
}
