const sample =
  /^(?<series>[a-zA-Z_:][\w:]*(?:\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*\})?) (?<value>[+-]?(?:\d[\d.]*(?:e[+-]?\d+)?|Inf)|Na[nN])$/;

const suffixes: Readonly<Record<string, readonly string[]>> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/**
 * Reads Prometheus's text format as strictly as Prometheus does, and a little more: every line is a
 * HELP, a TYPE or a sample; a sample belongs to the family whose TYPE stands above it; no series
 * comes twice; a histogram's buckets grow and end with its count.
 *
 * @returns values by series, written as in the text, `name{label="value"}`
 * @throws with the line that is wrong
 */
export function readSamples(text: string): ReadonlyMap<string, number> {
  if (!text.endsWith('\n')) throw new Error('The last line has no end');
  const samples = new Map<string, number>();
  const families = new Set<string>();
  let family = { name: '', type: '' };
  for (const line of text.slice(0, -1).split('\n')) {
    if (line === '' || /^# HELP [a-zA-Z_:][\w:]* \S/.test(line)) continue;
    const [, name, type] =
      /^# TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram|summary)$/.exec(line) ?? [];
    if (name && type) {
      if (families.has(name)) throw new Error(`A family comes twice: ${line}`);
      families.add(name);
      family = { name, type };
      continue;
    }
    const { series, value } = sample.exec(line)?.groups ?? {};
    if (!series || !value) throw new Error(`This is no sample: ${line}`);
    const plain = series.replace(/\{.*/, '');
    const endings = suffixes[family.type] ?? [''];
    if (!endings.some((ending) => plain === family.name + ending)) {
      throw new Error(`This stands under ${family.name}: ${line}`);
    }
    if (samples.has(series)) throw new Error(`A series comes twice: ${line}`);
    samples.set(series, Number(value.replace('Inf', 'Infinity').replace('Nan', 'NaN')));
  }
  checkBuckets(samples);
  return samples;
}

function checkBuckets(samples: ReadonlyMap<string, number>): void {
  const highest = new Map<string, number>();
  for (const [series, value] of samples) {
    const [, name, labels = ''] = /^(\w+)_bucket\{le="[^"]+",?(.*)\}$/.exec(series) ?? [];
    if (!name) continue;
    const count = `${name}_count${labels ? `{${labels}}` : ''}`;
    if (value < (highest.get(count) ?? 0)) throw new Error(`A bucket shrinks: ${series}`);
    highest.set(count, value);
  }
  for (const [count, value] of highest) {
    if (samples.get(count) !== value) throw new Error(`Its last bucket is not ${count}`);
  }
}
